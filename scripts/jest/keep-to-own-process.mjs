// Fails every suite of `npm test -- --fast` that uses something slow, in every run. Imports none of
// Node's modules, because the suite would get the imported ones.
import { afterAll, expect } from "@jest/globals";
import { needsMore } from "../lib/needs-more.mjs";

const ORIGINALS = Symbol.for("veil.before-keep-to-own-process");
const PROCESSES = ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"];
const MODEL = /\.ner$/;

const processes = process.getBuiltinModule("node:child_process");
const files = process.getBuiltinModule("node:fs");

restore();
const { testPath } = expect.getState();
if (!testPath.includes("/test-e2e/") && !needsMore(files.readFileSync(testPath, "utf8"))) {
  keep();
  afterAll(restore);
}

function keep() {
  process.env.VEIL_TEST_INFRA = "refused";
  for (const name of PROCESSES) replace(processes, name, () => refuse("starts a process"));
  const { readFileSync } = files;
  replace(files, "readFileSync", (file, ...options) => {
    if (MODEL.test(String(file))) refuse("reads a model");
    return readFileSync(file, ...options);
  });
}

function refuse(what) {
  throw new Error(`A fast suite ${what}: begin its file with \`/** @slow REASON */\``);
}

function replace(module, name, value) {
  module[ORIGINALS] ??= new Map();
  module[ORIGINALS].set(name, module[name]);
  module[name] = value;
}

/** A suite may end before its first test. */
function restore() {
  for (const module of [processes, files]) {
    for (const [name, value] of module[ORIGINALS] ?? []) module[name] = value;
    delete module[ORIGINALS];
  }
}
