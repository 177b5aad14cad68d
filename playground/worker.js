// A worker: it answers one request after another, so that the page stays quick.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { prepare } from "./python.js";

const FIRST = ["validate", "scheduler.yaml", "--output", "json", "--no-settings"];
const TEXT = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";

const BEAT = 1000; // Milliseconds between two signs of life, at least
let last = 0;

function live() {
  const now = performance.now();
  if (now - last < BEAT) return;
  last = now;
  postMessage({ isAlive: true });
}

async function start() {
  const packages = fetch("./packages.zip").then(response => {
    if (!response.ok) throw new Error(`packages.zip: ${response.status}`);
    return response.arrayBuffer();
  });
  postMessage({ progress: "Loading Python" });
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", self.location.href).href });
  postMessage({ progress: "Unpacking schedcfg" });
  const schedcfg = prepare(python, await packages, live);
  postMessage({ progress: "Starting schedcfg" });
  // The first run imports what all others need: its seconds belong to the start, and to no answer.
  schedcfg.run(FIRST, { "scheduler.yaml": TEXT });
  return schedcfg;
}

const starting = start();
starting.then(() => postMessage({ ready: true }), error => postMessage({ failed: String(error?.message || error) }));

self.addEventListener("message", async ({ data: { id, what, given } }) => {
  try {
    const schedcfg = await starting, began = performance.now();
    const answer = schedcfg[what](...given);
    postMessage({ id, answer, took: performance.now() - began });
  } catch (error) {
    postMessage({ id, failed: String(error?.message || error) });
  }
});
