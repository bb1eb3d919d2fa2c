// The five rows: their cards, the card being placed, the cards being taken, start cards still to be typed, and the rows
// that a player may choose from.

import { arrange, drawBull, drawCard, headsInWords, headsOf } from "./cards.js";

const SLOTS = 5;
const PLACES = 6;
const BEFORE_ROWS = ["round", "row", "menu"]; // phases in which start cards may be typed but no rows lie yet

const rows = [];

// Builds the rows; a click on an open row taps its digit. Returns the housings of the row displays.
export function setUpTable(tap) {
  const parent = document.getElementById("rows");
  for (let slot = 0; slot < SLOTS; slot += 1) {
    rows.push(buildRow(parent, slot, tap));
  }
  return rows.map((row) => row.housing);
}

// `live`: the box is on; otherwise the cards lie there, and nothing is being placed or asked.
export function showTable(table, deal, live) {
  const next = table ? nextStart(table, deal) : 0;
  rows.forEach((row, slot) => showRow(row, slot, table, deal, live, next));
}

// The first start card of the deal that is not typed yet, 0 when there is none.
export function nextStart(table, deal) {
  if (!deal || !["round", "row"].includes(table.phase)) {
    return 0;
  }
  return deal.rows.find((card) => !table.starts.includes(card)) || 0;
}

function make(parent, name, className) {
  const element = parent.appendChild(document.createElement(name));
  element.className = className;
  return element;
}

function buildRow(parent, slot, tap) {
  const element = make(parent, "div", "table-row");
  element.dataset.row = String(slot + 1);
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", `Row ${slot + 1}`);
  const head = make(element, "div", "row-head");
  const housing = make(head, "div", "row-display");
  housing.dataset.row = String(slot + 1);
  make(housing, "span", "row-number").textContent = String(slot + 1);
  const badges = make(head, "div", "badges");
  const body = make(element, "div", "row-body");
  const places = make(body, "div", "places");
  places.setAttribute("aria-hidden", "true");
  for (let place = 0; place < PLACES; place += 1) {
    make(places, "span", "place");
  }
  places.lastChild.append(drawBull()); // the sixth card takes the row
  make(places, "span", "row-name").textContent = `row ${slot + 1}`;
  const cards = make(body, "div", "cards");
  const taking = make(body, "p", "taking");
  taking.hidden = true;
  const choice = make(element, "button", "row-choice");
  choice.type = "button";
  choice.hidden = true;
  const label = make(choice, "span", "choice-label");
  const cheapest = make(choice, "span", "cheapest");
  cheapest.textContent = "cheapest";
  choice.addEventListener("click", () => tap(String(slot + 1)));
  return { element, housing, badges, cards, taking, choice, label, cheapest, drawn: new Map() };
}

function showRow(row, slot, table, deal, live, next) {
  const lying = table ? table.rows[slot] : [];
  const placing = live && table.placing && table.placing.slot === slot ? table.placing : null;
  const takes = placing ? placing.takes : [];
  const wanted = lying.map((card) => [card, placing && card === placing.card ? "placed" : ""]);
  if (table && lying.length === 0) {
    const start = BEFORE_ROWS.includes(table.phase) ? table.starts[slot] || 0 : 0;
    const dealt = deal && ["round", "row"].includes(table.phase) ? deal.rows[slot] || 0 : 0;
    if (start) {
      wanted.push([start, ""]);
    } else if (dealt) {
      wanted.push([dealt, dealt === next ? "ghost next" : "ghost"]);
    }
  }
  wanted.push(...takes.map((card) => [card, "ghost taken"]));
  showCards(row, wanted);

  const choosing = live && table.phase === "choice" && table.choices.includes(slot);
  const classes = row.element.classList;
  classes.toggle("empty", wanted.length === 0);
  classes.toggle("placing", Boolean(placing));
  classes.toggle("open", choosing);
  classes.toggle("shut", live && table.phase === "choice" && !choosing);
  classes.toggle("seven", Boolean(table && table.sevens[slot]));
  row.taking.hidden = takes.length === 0;
  if (takes.length > 0) {
    const who = table.names[placing.seat] || `Player ${placing.seat + 1}`;
    row.taking.textContent = `${who} takes ${headsInWords(placing.heads)}`;
  }
  row.choice.hidden = !choosing;
  if (choosing) {
    const heads = lying.reduce((sum, card) => sum + headsOf(card), 0);
    row.label.textContent = `row ${slot + 1}: ${headsInWords(heads)}`;
    row.cheapest.hidden = table.suggestion !== slot;
  }
  showBadges(row, slot, table);
}

// Wanted: pairs of a card and its extra classes. A card that stays keeps its element.
function showCards(row, wanted) {
  const drawn = new Map();
  for (const [card, extra] of wanted) {
    const element = row.drawn.get(card) || drawCard(card);
    element.className = `card heads-${headsOf(card)} ${extra}`.trim();
    drawn.set(card, element);
  }
  row.drawn = drawn;
  arrange(row.cards, [...drawn.values()]);
}

function showBadges(row, slot, table) {
  const words = [];
  if (table && table.stops[slot]) {
    words.push(["STOP", "badge stop"]);
  }
  if (table && table.sevens[slot]) {
    words.push(["holds 6", "badge"]);
  }
  if (table && table.marked === slot) {
    words.push([table.odd ? "odd only" : "even only", "badge parity"]);
  }
  const text = words.map(([word]) => word).join(" ");
  if (row.badges.dataset.text !== text) {
    row.badges.dataset.text = text;
    row.badges.replaceChildren();
    for (const [word, className] of words) {
      make(row.badges, "span", className).textContent = word;
    }
  }
}
