// The page of `diff` is drawn already: this chooses changes by what causes them.

draw(main => {
  const rows = [...main.querySelectorAll("tr[data-cause]")];
  const numbers = new Map();
  for (const { dataset } of rows) numbers.set(dataset.cause, (numbers.get(dataset.cause) || 0) + 1);
  if (numbers.size < 2) return;
  const show = cause => {
    for (const row of rows) row.hidden = cause !== "" && row.dataset.cause !== cause;
    for (const profile of main.querySelectorAll(".profile")) profile.hidden = [...profile.querySelectorAll("tr[data-cause]")].every(row => row.hidden);
    for (const one of main.querySelectorAll(".beside-changes")) one.hidden = cause !== "";
  };
  const causes = [...numbers.keys()].sort(new Intl.Collator("en", { numeric: true }).compare);
  main.prepend(make("div", { class: "controls" }, choice("What causes it", [["", `all ${rows.length} changes`], ...causes.map(cause => [cause, `${cause} (${numbers.get(cause)})`])], "", show)));
});
