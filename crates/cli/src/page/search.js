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
  // The field around each field: its place in the list, which is before its own. -1 for none.
  const places = new Map(items.map((item, index) => [item, index]));
  const around = items.map((item) => places.get(item.parentElement.closest("li")) ?? -1);
  let texts = null;
  const search = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    texts = texts || items.map(own);
    if (words.length === 0) {
      for (const item of items) { item.hidden = false; item.firstElementChild.classList.remove("found"); }
      for (const [one, open] of opened) if (one.open !== open) one.open = open;
      found.textContent = "";
      return;
    }
    const hits = texts.map((text) => words.every((word) => text.includes(word)));
    // Whether a field that was found is in it; one is in it before it is around another one.
    const holds = items.map(() => false);
    for (let index = items.length - 1; index >= 0; index -= 1) {
      if (around[index] >= 0 && (hits[index] || holds[index])) holds[around[index]] = true;
    }
    const within = [];
    const hidden = [];
    items.forEach((item, index) => {
      const outer = around[index];
      // The fields in a field that was found stay, closed.
      within.push(outer >= 0 && (hits[outer] || within[outer]));
      hidden.push(!hits[index] && !holds[index] && !within[index]);
      // What is in a hidden field is hidden with it.
      if (outer >= 0 && hidden[outer]) return;
      item.hidden = hidden[index];
      if (hidden[index]) return;
      const box = item.firstElementChild;
      box.classList.toggle("found", hits[index]);
      if (box.tagName === "DETAILS" && box.open !== holds[index]) box.open = holds[index];
    });
    const count = hits.filter(Boolean).length;
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
