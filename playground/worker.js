// The worker: it runs commands one after another, so that the page stays quick.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { prepare } from "./python.js";

async function start() {
  const packages = fetch("./packages.zip").then(response => {
    if (!response.ok) throw new Error(`packages.zip: ${response.status}`);
    return response.arrayBuffer();
  });
  postMessage({ progress: "Loading Python" });
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", self.location.href).href });
  postMessage({ progress: "Unpacking schedcfg" });
  const run = prepare(python, await packages);
  postMessage({ progress: "Starting schedcfg" });
  return run;
}

const starting = start();
starting.then(() => postMessage({ ready: true }), error => postMessage({ failed: String(error?.message || error) }));

self.addEventListener("message", async ({ data: { id, given, files } }) => {
  try {
    const run = await starting, began = performance.now();
    postMessage({ id, ...run(given, files), took: performance.now() - began });
  } catch (error) {
    postMessage({ id, failed: String(error?.message || error) });
  }
});
