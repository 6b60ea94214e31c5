// Makes every suite that counts as fast (`npm test -- --fast`) fail if it starts a process or reads
// a model, regardless of the tier that runs. Must not import Node's modules: the suite would get
// the modules imported here, without the replaced functions.
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

/**
 * Restores the replaced functions. Also runs before each suite, because the previous suite never
 * ran its `afterAll` if it failed before its first test.
 */
function restore() {
  for (const module of [processes, files]) {
    for (const [name, value] of module[ORIGINALS] ?? []) module[name] = value;
    delete module[ORIGINALS];
  }
}
