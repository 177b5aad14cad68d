// How two files differ in behavior, or many, file by file.

const FILES_CAUSE = "files", FEW_DIFFERENCES = 12;

/** Return what a change goes back to: a release on the way, the files, or what follows from another change. */
function causeOf(change) {
  if (change.step) return change.step;
  return change.cause === "file" ? FILES_CAUSE : change.cause;
}

function causeText(cause) {
  return cause === FILES_CAUSE ? "the files" : cause === "follows" ? "follows from other changes" : /^\d/.test(cause) ? `Kubernetes ${cause}` : "other defaults";
}

/** The page's state, and what it shows of it. */
class DiffPage {
  constructor(main, report, shown) {
    this.isReview = Array.isArray(report.files);
    this.report = report;
    this.files = this.isReview ? report.files.map((file, number) => ({ ...file, shown: shown[number] })) : [{ difference: report, shown: shown[0], came: [], went: [] }];
    this.cause = "";
    this.content = make("div", {});
    const changes = this.files.flatMap(file => file.shown).flatMap(one => one.profiles).flatMap(profile => profile.changes);
    fill(main, !this.isReview && this.sides(report), this.unread(), this.controls(changes), this.content, this.next());
    this.redraw();
  }

  /** Both sides of two files. */
  sides(difference) {
    const side = (title, one) => make("section", { class: "box", "aria-label": title },
      make("h2", {}, title), make("p", {}, make("code", {}, one.path)),
      make("dl", {}, [["Verdict", one.verdict], ["API version", one.apiVersion], ["Kubernetes", one.kubernetes], ["Release from", one.runner], ["Reason", one.reason],
        ["Configurations", one.configurations === 1 ? null : one.configurations]]
        .filter(([, value]) => value !== null && value !== undefined).map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
      this.findings(one.findings));
    return make("div", { class: "beside" }, side("Before", difference.left), side("After", difference.right));
  }

  findings(findings) {
    return findings.length > 0 && make("ul", {}, findings.map(one => make("li", {},
      make("span", { class: `badge ${one.class === "refused" ? "refused" : one.severity}` }, one.class === "refused" ? "refused" : one.severity),
      ` line ${one.start.line}: `, prose(one.message), one.help && [" ", prose(one.help)])));
  }

  unread() {
    return (this.report.unread || []).map(one => make("p", { class: "error" }, make("code", {}, one.path), " is unreadable: ", prose(one.reason)));
  }

  /** The causes of all changes: which release, or the files. */
  controls(changes) {
    const numbers = new Map();
    for (const change of changes) numbers.set(causeOf(change), (numbers.get(causeOf(change)) || 0) + 1);
    if (numbers.size < 2) return null;
    const minor = cause => Number((/^1\.(\d+)$/.exec(cause) || [0, -1])[1]);
    const causes = [...numbers.keys()].sort((one, other) => minor(one) - minor(other));
    return make("div", { class: "controls" }, choice("What causes it",
      [["", `all (${changes.length})`], ...causes.map(cause => [cause, `${causeText(cause)} (${numbers.get(cause)})`])], "", cause => { this.cause = cause; this.redraw(); }));
  }

  redraw() {
    fill(this.content, this.isReview ? this.files.map(file => this.file(file)) : this.difference(this.files[0]));
  }

  file(file) {
    const isTelling = file.came.length + file.went.length > 0 || file.summary !== "behaves the same";
    const was = file.oldPath && file.oldPath !== file.path ? ` (was ${file.oldPath})` : "";
    const found = (title, findings) => findings.length > 0 && [make("h3", {}, title), this.findings(findings)];
    return make("details", { class: "file", open: isTelling && this.files.length <= FEW_DIFFERENCES },
      make("summary", {}, make("h2", {}, file.path), was, " ", make("span", { class: `badge ${isTelling ? "changed" : "added"}` }, file.summary)),
      file.schedulerNames.length > 0 && make("p", {}, "Pods choose it by: ", file.schedulerNames.map((name, number) => [number > 0 && ", ", make("code", {}, name)])),
      file.difference && [this.sides(file.difference), this.difference(file)],
      found("Findings that come", file.came), found("Findings that go", file.went));
  }

  difference(file) {
    const reports = [file.difference, ...file.difference.others];
    return file.shown.map((one, number) => {
      const profiles = one.profiles.map(profile => this.chosen(profile)).filter(Boolean);
      const isSame = reports[number].different === false;
      return [make("h2", {}, one.name ? `${one.name}: ` : "", make("span", { class: isSame ? "added" : null }, sentence(one.words))),
        // Sides of other configurations differ in little: what they have in common is above.
        number > 0 && reports[number].different === null && [reports[number].left, reports[number].right].map(side => this.findings(side.findings)),
        changedProfiles(profiles)];
    });
  }

  /** What of a profile's changes has the chosen cause. */
  chosen(profile) {
    if (!this.cause) return profile;
    const changes = profile.changes.filter(change => causeOf(change) === this.cause);
    return changes.length > 0 ? { ...profile, changes, scores: [], orders: [] } : null;
  }

  next() {
    const next = this.report.next;
    return next && [make("h2", {}, `Next step of an upgrade: Kubernetes ${next.kubernetes}`), make("ul", {}, next.todo.map(line => make("li", {}, prose(line))))];
  }
}

draw(async main => { new DiffPage(main, await unpacked("report"), await unpacked("shown")); });
