"use strict";
(() => {
  const cases = [...document.querySelectorAll("article")];
  const draftName = "omnibench-audit-" + document.body.dataset.audit;
  const find = (id) => document.getElementById(id);
  const picked = (one) => one.querySelector("input[type=radio]:checked");
  const note = (one) => one.querySelector(".note input");
  const word = (one) => (picked(one) ? picked(one).value : "");
  const isOpen = (one) => !picked(one);
  let isSaved = true;

  // A note that begins like a formula must stay a note; quotes are doubled and keep separators and line ends inside.
  const cell = (text) => '"' + (/^ *[=+\-@\t\r\n＝＋－＠]/.test(text) ? "'" : "") + text.replaceAll('"', '""') + '"';

  const csv = () => {
    const rows = cases.map((one) => [one.id, word(one), note(one).value].map(cell).join(","));
    return "\ufeff" + ["audit_id,human,note", ...rows].join("\r\n") + "\r\n";
  };

  const show = () => {
    const done = cases.filter((one) => !isOpen(one)).length;
    find("count").textContent = `${done} of ${cases.length} done`;
    find("bar").value = done;
    for (const one of cases) one.classList.toggle("done", !isOpen(one));
  };

  const keepDraft = () => {
    const draft = Object.fromEntries(cases.map((one) => [one.id, [word(one), note(one).value]]));
    try { localStorage.setItem(draftName, JSON.stringify(draft)); } catch { /* a browser may keep nothing */ }
  };

  const loadDraft = () => {
    let draft = null;
    try { draft = JSON.parse(localStorage.getItem(draftName)); } catch { /* none, or not readable */ }
    if (draft === null || typeof draft !== "object") return;
    for (const one of cases) {
      const [value, text] = Array.isArray(draft[one.id]) ? draft[one.id] : ["", ""];
      for (const radio of one.querySelectorAll("input[type=radio]")) radio.checked = radio.value === value;
      note(one).value = typeof text === "string" ? text : "";
    }
    find("draft").hidden = cases.every((one) => isOpen(one) && !note(one).value);
  };

  const changed = () => { isSaved = false; show(); keepDraft(); };

  const goTo = (one) => {
    if (!one) return;
    one.scrollIntoView({ block: "start" });
    (picked(one) || one.querySelector("input")).focus({ preventScroll: true });
  };

  const clear = () => {
    for (const one of cases) {
      if (picked(one)) picked(one).checked = false;
      note(one).value = "";
    }
    find("draft").hidden = true;
    changed();
  };

  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([csv()], { type: "text/csv" }));
    link.download = "sheet_filled.csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    isSaved = true;
  };

  document.addEventListener("input", (event) => { if (event.target.closest("article")) changed(); });
  document.addEventListener("click", (event) => {
    if (!event.target.classList.contains("undo")) return;
    const one = event.target.closest("article");
    picked(one).checked = false;
    changed();
    one.querySelector("input").focus();
  });
  document.addEventListener("keydown", (event) => {
    const one = event.target.closest("article");
    if (!one || event.target.type === "text" || event.ctrlKey || event.metaKey || event.altKey) return;
    const value = { r: "right", w: "wrong", u: "unsure" }[event.key.toLowerCase()];
    if (!value) return;
    event.preventDefault();
    one.querySelector(`input[value=${value}]`).checked = true;
    changed();
    goTo(cases[cases.indexOf(one) + 1] || one);
  });
  find("next").addEventListener("click", () => goTo(cases.find(isOpen)));
  find("save").addEventListener("click", save);
  find("clear").addEventListener("click", clear);
  window.addEventListener("beforeunload", (event) => { if (!isSaved) event.preventDefault(); });
  loadDraft();
  show();
})();
