// The sixteen keys: pointer, touch and the computer's keyboard all make and break the same contacts. A key stays down
// as long as it is held, since the device itself knows what "held" means.

const KEYS = [
  ["1", ""], ["2", ""], ["3", ""], ["A", "action"],
  ["4", ""], ["5", ""], ["6", ""], ["B", "board"],
  ["7", ""], ["8", ""], ["9", ""], ["C", "correct"],
  ["*", "back"], ["0", ""], ["#", "OK"], ["D", "menu"],
];
// A contact shorter than this could fall between two scans of the device, as no finger's would.
const SHORTEST_PRESS_MS = 60;

const buttons = new Map();
const holding = new Map(); // who holds which key: a pointer (a number), a key of the keyboard (its name) → { key, since }
const releasing = new Map(); // contacts that were too short → the timer that breaks them
let send = () => {};

export function setUpKeypad(sender) {
  send = sender;
  const keypad = document.getElementById("keypad");
  for (const [key, word] of KEYS) {
    const button = keypad.appendChild(document.createElement("button"));
    button.type = "button";
    button.dataset.key = key;
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", word ? `${key}, ${word}` : key);
    button.appendChild(document.createElement("b")).textContent = key;
    if (word) {
      button.appendChild(document.createElement("small")).textContent = word;
    }
    buttons.set(key, button);
    listen(button, key);
  }
  window.addEventListener("keydown", keyboardDown);
  window.addEventListener("keyup", (event) => release(event.code));
  // The keyup of a key that is let go elsewhere never arrives here.
  window.addEventListener("blur", releaseAllKeys);
  document.addEventListener("visibilitychange", () => document.hidden && releaseAllKeys());
}

export function tap(key) {
  press("tap", key);
  release("tap");
}

export function releaseAllKeys() {
  for (const holder of [...holding.keys()]) {
    release(holder);
  }
  for (const key of buttons.keys()) {
    showKey(key, false);
  }
}

export function showKey(key, down) {
  const button = buttons.get(key);
  if (button) {
    button.classList.toggle("down", down);
    button.setAttribute("aria-pressed", String(down));
  }
}

// The key that the guide's sentence asks for.
export function showNextKey(next) {
  for (const [key, button] of buttons) {
    button.classList.toggle("next", key === next);
  }
}

function listen(button, key) {
  button.addEventListener("pointerdown", (event) => {
    if (event.button === 0) {
      button.setPointerCapture(event.pointerId);
      press(event.pointerId, key);
    }
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    button.addEventListener(end, (event) => release(event.pointerId));
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch on `*` is no menu
  button.addEventListener("keydown", (event) => {
    if (event.key === " ") {
      event.preventDefault();
      if (!event.repeat) {
        press(event.code, key);
      }
    }
  });
  button.addEventListener("keyup", (event) => event.key === " " && event.preventDefault());
  // A screen reader's click comes without any pointer; a pointer's click has its count in `detail`.
  button.addEventListener("click", (event) => event.detail === 0 && tap(key));
}

function keyboardDown(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) {
    return;
  }
  const focus = document.activeElement;
  if (focus && focus.matches("input, select, textarea, [contenteditable]")) {
    return;
  }
  const key = keyOf(event);
  if (!key || (event.key === "Enter" && focus && focus.matches("button:not([data-key]), a"))) {
    return;
  }
  event.preventDefault();
  if (!event.repeat) {
    letGoOfKeyboard();
    press(event.code, key);
  }
}

// Fast fingers press the next key before the last one is up; the keypad knows only one key at a time.
function letGoOfKeyboard() {
  for (const [holder, { key }] of [...holding]) {
    if (typeof holder === "string") {
      holding.delete(holder);
      breakContact(key);
    }
  }
}

function keyOf(event) {
  if (/^Numpad\d$/.test(event.code)) {
    return event.code.slice(-1); // also without Num Lock
  }
  if (event.key === "Enter") {
    return "#";
  }
  if (event.key === "Backspace") {
    return "*";
  }
  const key = event.key.toUpperCase();
  return buttons.has(key) ? key : "";
}

function isHeld(key) {
  return [...holding.values()].some((held) => held.key === key);
}

function press(holder, key) {
  release(holder);
  // Whatever was up already, and only held on for its shortest time, is another press: the device knows one at a time.
  for (const late of [...releasing.keys()]) {
    breakContact(late);
  }
  if (!isHeld(key)) {
    send({ down: key });
    showKey(key, true);
  }
  holding.set(holder, { key, since: performance.now() });
}

function release(holder) {
  const held = holding.get(holder);
  if (!held) {
    return;
  }
  holding.delete(holder);
  if (isHeld(held.key)) {
    return;
  }
  const rest = SHORTEST_PRESS_MS - (performance.now() - held.since);
  if (rest > 0) {
    releasing.set(held.key, setTimeout(() => breakContact(held.key), rest));
  } else {
    breakContact(held.key);
  }
}

function breakContact(key) {
  clearTimeout(releasing.get(key));
  releasing.delete(key);
  send({ up: key });
  showKey(key, false);
}
