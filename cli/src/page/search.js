// Search, and opening everything. The page is complete without it.
"use strict";
(() => {
  const form = document.querySelector("form.search");
  const input = document.getElementById("search");
  const found = document.getElementById("found");
  const items = [...document.querySelectorAll("ul.fields > li")];
  const opened = new Map([...document.querySelectorAll("ul.fields details")].map((one) => [one, one.open]));
  // What a field says, without the fields in it.
  const own = (item) => {
    const box = item.firstElementChild;
    const parts = [box.id.replace(/^crd-\d+-version-\d+/, "")];
    if (box.tagName !== "DETAILS") return parts.concat(box.textContent).join(" ").toLowerCase();
    parts.push(box.querySelector("summary").textContent);
    const field = box.querySelector("div.field");
    for (const part of field.children) if (!part.matches("ul.fields")) parts.push(part.textContent);
    return parts.join(" ").toLowerCase();
  };
  let texts = null;
  const search = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    texts = texts || items.map(own);
    if (words.length === 0) {
      for (const item of items) { item.hidden = false; item.firstElementChild.classList.remove("found"); }
      for (const [one, open] of opened) one.open = open;
      found.textContent = "";
      return;
    }
    const shown = new Set();
    let count = 0;
    items.forEach((item, index) => {
      const hit = words.every((word) => texts[index].includes(word));
      item.firstElementChild.classList.toggle("found", hit);
      if (!hit) return;
      count += 1;
      for (let at = item; at && !shown.has(at); at = at.parentElement.closest("li")) shown.add(at);
    });
    for (const item of items) {
      // The fields in a field that was found stay, closed.
      const within = item.parentElement.closest("details.found");
      item.hidden = !shown.has(item) && !within;
      const box = item.firstElementChild;
      if (box.tagName === "DETAILS") box.open = shown.has(item) && [...box.querySelectorAll(".found")].length > 0;
    }
    found.textContent = count === 1 ? "1 field" : count + " fields";
  };
  let timer = 0;
  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, 120); });
  form.addEventListener("submit", (event) => { event.preventDefault(); search(); });
  form.addEventListener("click", (event) => {
    const open = event.target.dataset.open;
    if (open) for (const one of opened.keys()) one.open = open === "true";
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) { event.preventDefault(); input.focus(); }
    if (event.key === "Escape" && document.activeElement === input) { input.value = ""; search(); }
  });
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  // Browsers without ::details-content print what is open.
  let before = [];
  addEventListener("beforeprint", () => {
    before = [...document.querySelectorAll("details:not([open])")];
    for (const one of before) one.open = true;
  });
  addEventListener("afterprint", () => { for (const one of before) one.open = false; });
  form.hidden = false;
  reveal();
})();
