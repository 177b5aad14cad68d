// The plan is drawn already: this keeps what is ticked, counts it, and copies commands.

/** What is ticked: kept by the browser for this very plan, or, where it refuses, as long as the page is open. */
class Ticks {
  constructor(key) {
    this.key = `schedcfg upgrade ${key}`;
    this.isKept = true;
    this.done = new Set(this.read());
  }

  read() {
    try {
      const known = JSON.parse(localStorage.getItem(this.key));
      localStorage.setItem(this.key, JSON.stringify(known || []));
      return Array.isArray(known) ? known : [];
    } catch {
      this.isKept = false;
      return [];
    }
  }

  set(id, isDone) {
    this.done[isDone ? "add" : "delete"](id);
    try {
      localStorage.setItem(this.key, JSON.stringify([...this.done]));
    } catch {
      this.isKept = false;
    }
  }
}

draw(main => {
  const top = main.querySelector(".left-to-do"), ticks = new Ticks(top.dataset.plan);
  const boxes = [...main.querySelectorAll(".todo input")], hops = [...main.querySelectorAll("details.hop")];
  const progress = make("progress", { value: 0, max: boxes.length || 1, "aria-label": "what is done" }), said = make("span", { role: "status" });
  const over = make("p", { class: "over added" }, "All done.");
  const ticked = some => some.filter(box => box.checked).length;
  const recount = () => {
    progress.value = ticked(boxes);
    fill(said, `${ticked(boxes)} of ${boxes.length} done`);
    over.hidden = ticked(boxes) < boxes.length;
    for (const box of boxes) box.closest(".todo").classList.toggle("ticked", box.checked);
    for (const hop of hops) {
      const own = [...hop.querySelectorAll(".todo input")], count = hop.querySelector(".count");
      hop.classList.toggle("done", ticked(own) === own.length);
      if (count && own.length > 0) fill(count, `${ticked(own)} of ${own.length} done`);
    }
  };
  for (const box of boxes) {
    box.checked ||= ticks.done.has(box.dataset.id);
    box.addEventListener("change", () => { ticks.set(box.dataset.id, box.checked); recount(); });
  }
  const unfold = isOpen => { for (const hop of hops) hop.open = isOpen; };
  const left = tick("Only what is left to do", false, on => { main.classList.toggle("left", on); if (on) unfold(true); });
  const forget = make("button", { type: "button", onclick: () => boxes.forEach(box => { if (box.checked && !box.disabled) box.click(); }) }, "Untick all");
  if (boxes.length > 0) top.append(make("div", { class: "controls" }, progress, said, left, forget, hops.length > 1 && tick("All hops unfolded", false, unfold),
    !ticks.isKept && make("span", { class: "warning" }, "This browser keeps nothing for this page: ticks are gone when it is closed.")), over);
  for (const one of main.querySelectorAll("pre.command")) one.after(...copying(one.textContent));
  recount();
});
