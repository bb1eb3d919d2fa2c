// The one sentence that says what to do now, and the key that comes next when there is only one right key.

import { headsInWords } from "./cards.js";
import { nextStart } from "./table.js";

// Parts of a sentence: plain strings, and [string] for what is emphasised (a card or a key).
function saying(parts, key = "") {
  return { parts, key };
}

export function guideFor({ connected, power, table, deal }) {
  if (!connected) {
    return saying(["Waiting for the box …"]);
  }
  if (!power) {
    return saying(["The power is off: put the plug back."]);
  }
  if (!table) {
    return saying(["One moment: the box is starting."]);
  }
  const sentence = SENTENCES[table.phase];
  return sentence ? sentence(table, deal) : saying([]);
}

export function showGuide({ parts }) {
  const place = document.getElementById("guide");
  const text = parts.flat().join("");
  if (place.dataset.text === text) {
    return; // said once is enough for a screen reader
  }
  place.dataset.text = text;
  place.replaceChildren(
    ...parts.map((part) => {
      if (typeof part === "string") {
        return part;
      }
      const strong = document.createElement("strong");
      strong.textContent = part[0];
      return strong;
    }),
  );
}

const SENTENCES = {
  welcome: () => saying(["Press ", ["#"], " for a new game – or let us deal you a table."], "#"),
  new: () => saying(["Press ", ["#"], " to start with these settings."], "#"),
  menu: () => saying(["Follow the screen; ", ["*"], " goes back."]),
  round: startCard,
  row: startCard,
  pick: pickedCard,
  card: revealedCard,
  review: () => saying(["Everything typed? ", ["#"], " goes on, ", ["*"], " mends."], "#"),
  placing,
  list: () => saying([["#"], " goes on."], "#"),
  choice,
  scores: () => saying(["The round is over. ", ["#"], " goes on."], "#"),
  over,
  crash: () => saying(["Something broke in the firmware: press any key to start it again. No game is lost."], "#"),
  prompt: () => saying(["The firmware was stopped from the laptop; unplug the power and put it back."]),
};

function startCard(table, deal) {
  const next = nextStart(table, deal);
  if (next) {
    return typing(["Type the cards that start the rows: next is "], next, ".", table);
  }
  const row = table.starts.filter((card) => card > 0).length + 1;
  return saying([`Type the card that starts row ${row}`, ...perhapsThen(table)]);
}

function pickedCard(table, deal) {
  const who = nameOf(table, table.next);
  const card = dealtCard(table, deal);
  if (card) {
    return typing([`${who} picks a card: type `], card, ".", table);
  }
  return saying([`${who} picks a card: type it`, ...perhapsThen(table)]);
}

function revealedCard(table, deal) {
  const who = nameOf(table, table.next);
  const card = dealtCard(table, deal);
  if (card) {
    return typing([`Type ${who}'s card: `], card, "", table);
  }
  return saying([`Type the card that ${who} has revealed`, ...perhapsThen(table)]);
}

function placing(table) {
  const { placing: placed } = table;
  const parts = [];
  if (!placed) {
    parts.push("The cards go to their rows. ");
  } else if (placed.takes.length > 0) {
    parts.push(`${nameOf(table, placed.seat)} takes row ${placed.slot + 1}: ${headsInWords(placed.heads)}. `);
  } else {
    parts.push([String(placed.card)], ` goes to row ${placed.slot + 1}. `);
  }
  parts.push(["#"], " goes on.");
  if (table.variant === "special") {
    parts.push(" ", ["A"], " plays a special card.");
  }
  return saying(parts, "#");
}

function choice(table) {
  const card = table.cards[table.next];
  const why = card ? `${nameOf(table, table.next)}'s ${card} is too low for every row` : nameOf(table, table.next);
  return saying([`${why}: choose a row to take, press `, [range(table.choices)], "."]);
}

function over(table) {
  const winners = table.winners.map((seat) => nameOf(table, seat));
  const last = winners.pop();
  const parts = !last
    ? ["Game over. "]
    : winners.length === 0
      ? [`Game over: ${last} wins. `]
      : [`Game over: ${winners.join(", ")} and ${last} win. `];
  return saying([...parts, ["#"], " starts a new game."], "#");
}

// A card that is known: the sentence ends with it, and the key that comes next can be shown.
function typing(parts, card, end, { digits, limit }) {
  const number = String(card);
  if (!number.startsWith(digits)) {
    return saying([...parts, [number], end, " Mistyped? ", ["*"], " deletes a digit."], "*");
  }
  // Where a longer number could follow, the device cannot know that this was all.
  const needsOk = card * 10 <= limit;
  const key = number[digits.length] || "#";
  return saying([...parts, [needsOk ? `${number} then #` : number], end], key);
}

function perhapsThen({ digits, limit }) {
  return digits && Number(digits) * 10 <= limit ? [", then ", ["#"], " if that is all."] : ["."];
}

function dealtCard(table, deal) {
  return (deal && table.next >= 0 && deal.cards[table.next]) || 0;
}

function nameOf(table, seat) {
  return table.names[seat] || `Player ${seat + 1}`;
}

// 1–4, or 1, 2, 4 where a row between is not open.
function range(slots) {
  const rows = slots.map((slot) => slot + 1).sort((one, other) => one - other);
  const last = rows[rows.length - 1];
  const joined = rows.length > 2 && last - rows[0] === rows.length - 1;
  return joined ? `${rows[0]}–${last}` : rows.join(rows.length === 2 ? " or " : ", ");
}
