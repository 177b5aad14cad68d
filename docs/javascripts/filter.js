// The box above a long page: it keeps the sections that contain all its words, and of their tables and lists the rows that do. The words
// of a heading count for each of its rows. Without scripts there is no box, and the whole page is shown.
const filter = document.querySelector(".filter");
if (filter) {
  const [box, count] = filter.children;
  const rowsOf = (parts) => parts.flatMap((part) => [...part.querySelectorAll("tbody tr, li")]);

  const sections = () => {
    const all = [];
    for (let next = filter.nextElementSibling; next; next = next.nextElementSibling) {
      if (next.matches("h2")) all.push({ heading: next, parts: [] });
      else all.at(-1)?.parts.push(next);
    }
    return all;
  };

  const narrow = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let kept = 0;
    for (const { heading, parts } of sections()) {
      const matches = (element) => {
        const text = `${heading.textContent} ${element.textContent}`.toLowerCase();
        return words.every((word) => text.includes(word));
      };
      const rows = rowsOf(parts);
      const isNarrowed = rows.some(matches);
      const isKept = isNarrowed || parts.some(matches);
      for (const row of rows) row.hidden = isNarrowed ? !matches(row) : !isKept;
      const entry = document.querySelector(`.md-sidebar--secondary a[href="#${heading.id}"]`);
      for (const element of [heading, entry?.parentElement].filter(Boolean)) element.hidden = !isKept;
      for (const part of parts) {
        const own = rowsOf([part]);
        part.hidden = own.length ? own.every((row) => row.hidden) : !isKept;
      }
      kept += rows.filter((row) => !row.hidden).length;
    }
    count.textContent = words.length ? `${kept} of ${rowsOf(sections().flatMap(({ parts }) => parts)).length}` : "";
  };

  box.addEventListener("input", narrow);
  box.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") {
      box.value = "";
      narrow();
    } else if (key === "Enter") {
      filter.parentElement.querySelector("tr:not([hidden]) td a")?.click();
    }
  });
  filter.hidden = false;
}
