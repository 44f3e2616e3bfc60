// Checks all boxes of a list at once. The list works without it.
const place = document.getElementById("all");
if (place) {
  const boxes = [...document.querySelectorAll('input[name="id"]')];
  const all = document.createElement("input");
  all.type = "checkbox";
  all.setAttribute("aria-label", "Select all on this page");
  all.addEventListener("change", () => boxes.forEach((box) => { box.checked = all.checked; }));
  boxes.forEach((box) => box.addEventListener("change", () => { all.checked = boxes.every((b) => b.checked); }));
  place.replaceChildren(all);
}
