// The two plugs on the edge of the box, and how a laptop fetches the games through the second.

const COPIED_MS = 1500;

let plugged = {};

export function setUpPlugs(send) {
  for (const plug of ["power", "usb"]) {
    document.getElementById(plug).addEventListener("click", () => send({ [plug]: !plugged[plug] }));
  }
  document.getElementById("sync-copy").addEventListener("click", copyCommand);
}

export function showPlugs({ power, usb, laptop, sync }) {
  plugged = { power, usb };
  for (const plug of ["power", "usb"]) {
    const button = document.getElementById(plug);
    button.setAttribute("aria-pressed", String(plugged[plug]));
    button.querySelector(".plug-state").textContent = plugged[plug] ? "plugged in" : "unplugged";
    button.title = plugged[plug] ? "Click to pull the plug" : "Click to plug it in";
  }
  document.getElementById("usb-note").hidden = !power || !sync;
  document.getElementById("laptop").hidden = !laptop;
  const place = document.getElementById("sync-command");
  if (place.textContent !== sync) {
    place.textContent = sync; // only then: a selection in it would be lost
  }
}

async function copyCommand() {
  const button = document.getElementById("sync-copy");
  const command = document.getElementById("sync-command");
  try {
    await navigator.clipboard.writeText(command.textContent);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, COPIED_MS);
  } catch {
    // No clipboard (a page that is not from localhost): select it, the rest is Ctrl+C.
    getSelection().selectAllChildren(command);
  }
}
