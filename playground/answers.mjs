// What the playground answers, without a page: `node answers.mjs FOLDER < requests > answers`, each a line of JSON.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { prepare } from "./python.js";

const [folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/pyodide/` });
const { run } = prepare(python, new Uint8Array(readFileSync(`${folder}/packages.zip`)));

for await (const line of createInterface({ input: process.stdin })) {
  const { given, files } = JSON.parse(line);
  const { status, out, err } = run(given, files);
  process.stdout.write(`${JSON.stringify({ status, out, err })}\n`);
}
