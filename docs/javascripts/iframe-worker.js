// Lets the search work in pages that are opened from a folder: there, browsers start no worker. A hidden frame runs its script instead.
// Zensical's plugin `offline` would load a script for this from another server, unless it finds one of this name.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(address) {
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.srcdoc = `<script src="${new URL(address, document.baseURI)}"></script>`;
      this.started = new Promise((resolve) => {
        frame.onload = () => {
          frame.contentWindow.postMessage = (data) => this.onmessage?.({ data: structuredClone(data) });
          resolve(frame.contentWindow);
        };
      });
      this.terminate = () => frame.remove();
      document.documentElement.append(frame);
    }

    postMessage(data) {
      this.started.then((worker) => worker.onmessage({ data: structuredClone(data) }));
    }
  };
}
