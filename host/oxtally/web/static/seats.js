// The players: name, heads of this round, total, the card before each of them, and their special cards.

import { arrange, drawCard, headsOf } from "./cards.js";

const PLACING = ["placing", "list", "choice"];
const SHOWN_DEALT = ["card", "review", "pick"]; // phases in which dealt cards lie open before the players
const ASKING = ["card", "pick", "choice"];

let seats = [];

export function showSeats(table, deal, live) {
  const list = document.getElementById("seats");
  const names = table ? table.names : [];
  if (seats.length !== names.length) {
    seats = names.map((_, seat) => buildSeat(seat));
    arrange(list, seats.map((parts) => parts.element));
  }
  list.hidden = names.length === 0;
  list.dataset.count = String(names.length);
  list.classList.toggle("with-cards", seats.some((_, seat) => cardBefore(seat, table, deal).card > 0));
  seats.forEach((parts, seat) => showSeat(parts, seat, table, deal, live));
}

function make(parent, name, className, text = "") {
  const element = parent.appendChild(document.createElement(name));
  element.className = className;
  element.textContent = text;
  return element;
}

function buildSeat(seat) {
  const element = document.createElement("li");
  element.className = "seat";
  element.dataset.seat = String(seat);
  const place = make(element, "div", "seat-card");
  const about = make(element, "div", "seat-about");
  const name = make(about, "span", "seat-name");
  const score = make(about, "span", "seat-score");
  const round = make(score, "span", "figure", "round ");
  const pile = make(round, "b", "seat-pile");
  const all = make(score, "span", "figure", "total ");
  const total = make(all, "b", "seat-total");
  const specials = make(about, "span", "specials");
  const flag = make(element, "span", "flag");
  return { element, place, name, pile, total, specials, flag, card: 0 };
}

function showSeat(parts, seat, table, deal, live) {
  const { card, state } = cardBefore(seat, table, deal);
  setText(parts.name, table.names[seat]);
  parts.name.title = table.names[seat];
  setText(parts.pile, String(table.piles[seat] ?? 0));
  setText(parts.total, String(table.totals[seat] ?? 0));
  if (parts.card !== card) {
    parts.card = card;
    parts.place.replaceChildren(...(card ? [drawCard(card)] : []));
  }
  if (card) {
    parts.place.firstChild.className = `card heads-${headsOf(card)} ${state}`.trim();
  }
  const asked = live && ASKING.includes(table.phase) && table.next === seat;
  const acting = live && table.phase === "placing" && table.placing && table.placing.seat === seat;
  const won = live && table.phase === "over" && table.winners.includes(seat);
  const classes = parts.element.classList;
  classes.toggle("next", asked);
  classes.toggle("acting", Boolean(acting));
  classes.toggle("typed", state === "typed");
  classes.toggle("won", won);
  setText(parts.flag, flagOf(table, asked, state, won));
  const specials = deal && deal.specials ? deal.specials[seat] || [] : [];
  if (parts.specials.dataset.text !== specials.join(" ")) {
    parts.specials.dataset.text = specials.join(" ");
    parts.specials.replaceChildren();
    for (const special of specials) {
      make(parts.specials, "span", "special", special);
    }
  }
}

function flagOf(table, asked, state, won) {
  if (won) {
    return "wins";
  }
  if (asked) {
    return table.phase === "choice" ? "chooses" : "type it";
  }
  return state === "typed" ? "✓" : "";
}

// The card before a seat, and its state: "typed", "ghost" once it has gone to a row, "" while it waits to be typed.
function cardBefore(seat, table, deal) {
  const typed = table.cards[seat] || 0;
  if (typed && PLACING.includes(table.phase)) {
    return { card: typed, state: hasGone(typed, table) ? "ghost" : "" };
  }
  if (typed) {
    return { card: typed, state: "typed" };
  }
  const rowsLie = table.rows.some((row) => row.length > 0);
  const open = SHOWN_DEALT.includes(table.phase) || (table.phase === "menu" && rowsLie);
  return { card: (deal && open && deal.cards[seat]) || 0, state: "" };
}

// Cards go to the rows from the lowest; one that was taken again right after is in no row, but lower than the card
// on the screen.
function hasGone(card, table) {
  if (table.phase === "list" || table.rows.some((row) => row.includes(card))) {
    return true;
  }
  const current = table.placing ? table.placing.card : table.cards[table.next] || 0;
  return table.placing ? card <= current : card < current;
}

function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}
