"use strict";
// Lights the lines of a loop, and the loops of a line, under the pointer.
for (const card of document.querySelectorAll("[data-lines]")) {
  const lines = card.dataset.lines.split(" ").map(n => document.getElementById("L" + n)).filter(Boolean);
  const light = on => [card, ...lines].forEach(e => e.classList.toggle("lit", on));
  for (const e of [card, ...lines]) {
    e.addEventListener("mouseenter", () => light(true));
    e.addEventListener("mouseleave", () => light(false));
  }
}
// A link to a loop in a version that is folded away opens it.
const unfold = () => document.getElementById(location.hash.slice(1))?.closest("details")?.setAttribute("open", "");
addEventListener("hashchange", unfold);
unfold();
