// The page of `oxtally play`: the connection to the virtual device, and who is told what arrived.
// Everything shown comes from the server's messages; the page itself knows no rules and keeps no game.

import { setUpDealing, showDealing } from "./dealing.js";
import { darken, setUpDisplays, showPicture, showScreenText } from "./displays.js";
import { guideFor, showGuide } from "./guide.js";
import { releaseAllKeys, setUpKeypad, showKey, showNextKey, tap } from "./keypad.js";
import { setUpPlugs, showPlugs } from "./plugs.js";
import { showSeats } from "./seats.js";
import { beep, setUpSound } from "./sound.js";
import { setUpTable, showTable } from "./table.js";

const RECONNECT_MS = 1000;
const PICTURE_BYTES = 1050;

const known = {
  connected: false,
  table: null,
  deal: null,
  power: true,
  usb: false,
  laptop: false,
  sync: "",
  demo: false,
  complaints: [],
};
// What lay on the table before the power went: cards of paper do not vanish with the current.
let lying = null;
let socket = null;

function send(message) {
  if (socket && socket.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify(message));
  }
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const line = new WebSocket(`${scheme}//${location.host}/ws`);
  line.binaryType = "arraybuffer";
  line.addEventListener("open", () => {
    known.connected = true;
    show();
  });
  line.addEventListener("message", (event) => {
    if (typeof event.data === "string") {
      hear(JSON.parse(event.data));
    } else if (event.data.byteLength >= PICTURE_BYTES) {
      showPicture(new Uint8Array(event.data));
      window.dispatchEvent(new CustomEvent("oxtally:drawn"));
    }
  });
  line.addEventListener("close", () => {
    known.connected = false;
    releaseAllKeys();
    darken();
    // Only now, not at the start: a notice that flashes up while the page loads would frighten for nothing.
    document.getElementById("lost").hidden = false;
    show();
    setTimeout(connect, RECONNECT_MS);
  });
  socket = line;
}

function hear(message) {
  if (message.key) {
    showKey(message.key.key, message.key.down);
  }
  if (message.beep) {
    beep(message.beep[0], message.beep[1]);
  }
  let news = false;
  for (const member of Object.keys(known)) {
    if (member in message && member !== "connected") {
      known[member] = message[member];
      news = true;
    }
  }
  if (news) {
    show();
  }
}

function show() {
  const { table, power, connected } = known;
  if (table && table.rows) {
    lying = table; // MicroPython's prompt knows nothing of a table
  }
  document.body.dataset.connected = String(connected);
  document.body.dataset.phase = phaseOf(table, power);
  document.body.dataset.variant = lying ? lying.variant : "";
  // More than five players sit in two lines, and the cards get smaller.
  document.body.dataset.crowd = lying && lying.names.length > 5 ? "two" : "one";
  if (connected) {
    document.getElementById("lost").hidden = true;
  }
  const guide = guideFor(known);
  showGuide(guide);
  showNextKey(connected && power ? guide.key : "");
  showScreenText((connected && table && table.lines) || []);
  const live = Boolean(table) && table === lying;
  showTable(lying, known.deal, live);
  showSeats(lying, known.deal, live);
  showDealing(known);
  showPlugs(known);
  const complaints = document.getElementById("complaints");
  complaints.hidden = known.complaints.length === 0;
  complaints.textContent = `The board complains: ${known.complaints.join(" · ")}`;
}

function phaseOf(table, power) {
  if (!power) {
    return "off";
  }
  return table ? table.phase : "";
}

// A button that was clicked would keep the focus, and Enter would press it again instead of being `#`. Whoever came to
// it by the keyboard stays there: such a click has no count.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button:not([data-key])");
  if (button && event.detail > 0) {
    button.blur();
  }
});

setUpDisplays(setUpTable(tap));
setUpKeypad(send);
setUpPlugs(send);
setUpDealing(send);
setUpSound();
connect();
