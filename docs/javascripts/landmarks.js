// The theme makes a landmark of each button that copies a block, and cannot be scrolled sideways by keyboard where a table is wide.
const amend = () => {
  for (const button of document.querySelectorAll(".md-code__nav:not([role])")) button.setAttribute("role", "none");
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) table.tabIndex = 0;
};
new MutationObserver(amend).observe(document.body, { childList: true, subtree: true });
amend();
