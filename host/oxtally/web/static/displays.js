// The screen and the five row displays, drawn from the bytes that the chips hold. Redraws only what changed: the
// displays flash by a new picture every 300 ms, and nearly all of it is the same as before.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 128;
const HEIGHT = 64;
const SCREEN_BYTES = 1024;
const ROW_BYTES = 5; // four digits of segments, then the brightness
const ROWS = 5;
const COLON = 0x80;

const DIGITS = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f];
const MINUS = 0x40;
const EQUALS = 0x48;

// A digit of 22 by 38, segments a to g.
const SEGMENTS = [
  "5,3 7,1 15,1 17,3 15,5 7,5",
  "18,4 20,6 20,16 18,18 16,16 16,6",
  "18,20 20,22 20,32 18,34 16,32 16,22",
  "5,35 7,33 15,33 17,35 15,37 7,37",
  "4,20 6,22 6,32 4,34 2,32 2,22",
  "4,4 6,6 6,16 4,18 2,16 2,6",
  "5,19 7,17 15,17 17,19 15,21 7,21",
];
const PLACES = [0, 27, 61, 88]; // the colon stands between the second and the third

let canvas;
let pen;
let pixels;
let shown = new Uint8Array(SCREEN_BYTES + ROWS * ROW_BYTES + 1);
const rows = []; // of each row display: its element, and its lamps as [digit][bit]

export function setUpDisplays(housings) {
  canvas = document.getElementById("oled");
  pen = canvas.getContext("2d");
  pixels = pen.createImageData(WIDTH, HEIGHT);
  drawScreen(shown);
  for (const housing of housings) {
    rows.push(rowDisplay(housing));
  }
}

export function showPicture(picture) {
  if (differs(picture, 0, SCREEN_BYTES)) {
    drawScreen(picture);
  }
  for (let row = 0; row < rows.length; row += 1) {
    const start = SCREEN_BYTES + row * ROW_BYTES;
    if (differs(picture, start, start + ROW_BYTES)) {
      lightRow(rows[row], picture.subarray(start, start + 4), picture[start + 4]);
    }
  }
  const contrastAt = SCREEN_BYTES + ROWS * ROW_BYTES;
  if (differs(picture, contrastAt, contrastAt + 1)) {
    canvas.style.opacity = String(0.6 + (0.4 * picture[contrastAt]) / 255);
  }
  shown = picture.slice();
}

export function darken() {
  const dark = new Uint8Array(shown.length);
  dark[shown.length - 1] = shown[shown.length - 1];
  showPicture(dark);
}

export function showScreenText(lines) {
  const text = lines.map((line) => line.trim()).filter((line) => line).join(" | ");
  const place = document.getElementById("oled-text");
  if (place.textContent !== text) {
    place.textContent = text;
  }
}

function differs(picture, from, to) {
  for (let at = from; at < to; at += 1) {
    if (picture[at] !== shown[at]) {
      return true;
    }
  }
  return false;
}

function drawScreen(picture) {
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      // Eight pages of 128 columns; a byte is eight pixels, the lowest bit on top.
      const lit = (picture[(y >> 3) * WIDTH + x] >> (y & 7)) & 1;
      const at = (y * WIDTH + x) * 4;
      pixels.data[at] = lit ? 190 : 5;
      pixels.data[at + 1] = lit ? 228 : 7;
      pixels.data[at + 2] = lit ? 255 : 10;
      pixels.data[at + 3] = 255;
    }
  }
  pen.putImageData(pixels, 0, 0);
}

function rowDisplay(housing) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-3 -3 118 44");
  svg.setAttribute("aria-hidden", "true");
  const slant = svg.appendChild(document.createElementNS(SVG, "g"));
  slant.setAttribute("transform", "translate(2.5 0) skewX(-5)");
  const lamps = PLACES.map((left) => {
    const digit = slant.appendChild(document.createElementNS(SVG, "g"));
    digit.setAttribute("transform", `translate(${left} 0)`);
    return SEGMENTS.map((points) => {
      const segment = digit.appendChild(document.createElementNS(SVG, "polygon"));
      segment.setAttribute("points", points);
      return segment;
    });
  });
  const colon = slant.appendChild(document.createElementNS(SVG, "g"));
  for (const y of [12, 26]) {
    const dot = colon.appendChild(document.createElementNS(SVG, "circle"));
    dot.setAttribute("cx", "55");
    dot.setAttribute("cy", String(y));
    dot.setAttribute("r", "2.5");
  }
  lamps[1].push(colon);
  housing.append(svg);
  housing.dataset.shows = "";
  housing.dataset.brightness = "0";
  return { housing, lamps };
}

function lightRow({ housing, lamps }, segments, brightness) {
  for (let digit = 0; digit < lamps.length; digit += 1) {
    for (let bit = 0; bit < lamps[digit].length; bit += 1) {
      lamps[digit][bit].classList.toggle("lit", brightness > 0 && Boolean((segments[digit] >> bit) & 1));
    }
  }
  // The eye sees the chip's dimmest step at about half, not an eighth.
  housing.style.setProperty("--shine", String(0.5 + (0.5 * brightness) / 8));
  housing.dataset.shows = brightness > 0 ? read(segments) : "";
  housing.dataset.brightness = String(brightness);
}

function read(segments) {
  let text = "";
  for (let place = 0; place < 3; place += 1) {
    const lit = segments[place] & ~COLON;
    const digit = DIGITS.indexOf(lit);
    text += digit >= 0 ? String(digit) : lit === MINUS ? "-" : lit === EQUALS ? "=" : " ";
  }
  return text.trim();
}
