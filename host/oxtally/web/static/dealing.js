// A table for people without a deck: the deal dialog, the invitation on the empty table, and the demo.

const LEAST = 2;
const MOST = 10;
const MOST_SPECIAL = 8; // the special cards are enough for eight
const USUAL = 4;
const NO_GAME = ["welcome", "new", "over", "off", ""];

let demoRuns = false;

const by = (id) => document.getElementById(id);

export function setUpDealing(send) {
  const dialog = by("deal-dialog");
  const deal = (players, variant) => send({ deal: { players: Number(players), variant } });
  const toggleDemo = () => send({ demo: !demoRuns });
  fillPlayers(by("invite-players"), MOST);
  fillPlayers(by("deal-players"), MOST);

  by("deal-open").addEventListener("click", () => dialog.showModal());
  by("deal-variant").addEventListener("change", () => {
    fillPlayers(by("deal-players"), by("deal-variant").value === "special" ? MOST_SPECIAL : MOST);
  });
  by("deal-go").addEventListener("click", () => {
    deal(by("deal-players").value, by("deal-variant").value);
    dialog.close();
  });
  by("deal-here").addEventListener("click", () => {
    send({ deal: "here" });
    dialog.close();
  });
  // A click beside the dialog closes it, as people expect; inside it the target is something within.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  // The focus would go back to the button that opened it, and Enter would open it again instead of being `#`.
  dialog.addEventListener("close", () => document.activeElement.blur());

  by("deal-away").addEventListener("click", () => send({ deal: null }));
  by("invite-deal").addEventListener("click", () => deal(by("invite-players").value, "base"));
  for (const id of ["demo", "invite-demo"]) {
    by(id).addEventListener("click", toggleDemo);
  }
}

export function showDealing({ table, deal, demo, power, connected }) {
  const phase = power && table ? table.phase : "off";
  const underWay = !NO_GAME.includes(phase);
  demoRuns = demo;
  by("demo").textContent = demo ? "Stop the demo" : "Watch a demo";
  by("demo").setAttribute("aria-pressed", String(demo));
  by("deal-away").hidden = !deal;
  by("deal-here").hidden = !underWay;
  by("deal-warning").hidden = !underWay;
  const empty = !table || !table.rows || table.rows.every((row) => row.length === 0);
  by("invitation").hidden = !(connected && phase === "welcome" && !deal && !demo && empty);
}

function fillPlayers(select, most) {
  const chosen = Math.min(Number(select.value) || USUAL, most);
  select.replaceChildren();
  for (let players = LEAST; players <= most; players += 1) {
    const option = select.appendChild(document.createElement("option"));
    option.value = option.textContent = String(players);
    option.selected = players === chosen;
  }
}
