// A card of the deck: its number, its heads, its colour.

const SVG = "http://www.w3.org/2000/svg";

export function headsOf(card) {
  if (card === 55) {
    return 7;
  }
  if (card % 11 === 0) {
    return 5;
  }
  if (card % 10 === 0) {
    return 3;
  }
  return card % 5 === 0 ? 2 : 1;
}

export function headsInWords(heads) {
  return heads === 1 ? "1 head" : `${heads} heads`;
}

export function drawCard(card) {
  const heads = headsOf(card);
  const element = document.createElement("div");
  element.className = `card heads-${heads}`;
  element.dataset.card = String(card);
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", `card ${card}, ${headsInWords(heads)}`);
  const bulls = element.appendChild(document.createElement("span"));
  bulls.className = "bulls";
  for (let count = 0; count < heads; count += 1) {
    bulls.append(drawBull());
  }
  const number = element.appendChild(document.createElement("span"));
  number.className = card > 99 ? "number wide" : "number";
  number.textContent = String(card);
  return element;
}

export function drawBull() {
  const bull = document.createElementNS(SVG, "svg");
  bull.setAttribute("aria-hidden", "true");
  bull.setAttribute("class", "bull");
  bull.appendChild(document.createElementNS(SVG, "use")).setAttribute("href", "#bull");
  return bull;
}

// Put the elements into their parent in this order, touching only those that are not in place: an element that is
// taken out and put back would start its animation again.
export function arrange(parent, elements) {
  const wanted = new Set(elements);
  for (const child of [...parent.children]) {
    if (!wanted.has(child)) {
      child.remove();
    }
  }
  elements.forEach((element, place) => {
    if (parent.children[place] !== element) {
      parent.insertBefore(element, parent.children[place] || null);
    }
  });
}
