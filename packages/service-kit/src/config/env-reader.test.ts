import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { EnvReader } from "./env-reader.ts";

test("done throws one error that lists every problem and contains no value", () => {
  const read = new EnvReader({ PORT: "http", MODE: "hunter2", URL: "ftp://secret.example" });
  read.string("NAME");
  read.integer("PORT", 1);
  read.oneOf("MODE", ["a", "b"], "a");
  read.url("URL", ["http:", "https:"]);
  read.boolean("FLAG", true);
  expect(() => read.done()).toThrow(
    "Bad configuration: NAME is required; PORT must be an integer from 0 to 9007199254740991; " +
      "MODE must be one of a, b; URL must be a URL that starts with http: or https:",
  );
});

test("an empty variable counts as absent, and so do empty items of a list", () => {
  const read = new EnvReader({ PORT: "", LIST: "a, b,," });
  expect(read.integer("PORT", 80)).toBe(80);
  expect(read.list("LIST")).toEqual(["a", "b"]);
  read.done();
});

test("secret reads the file that NAME_FILE names, even if the variable NAME is set", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "veil-config-")), "secret");
  writeFileSync(file, "from-file\n");
  expect(new EnvReader({ KEY_FILE: file, KEY: "from-env" }).secret("KEY")).toBe("from-file");
  const read = new EnvReader({ KEY_FILE: `${file}.absent` });
  read.secret("KEY");
  expect(() => read.done()).toThrow("KEY_FILE names a file that cannot be read");
});

test("parsedFile returns the parsed content, and reports a parse error as a problem", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "veil-config-")), "keys");
  writeFileSync(file, "7");
  const parse = (text: string) => {
    if (text !== "7") throw new Error("not seven");
    return Number(text);
  };
  const whole = new EnvReader({ KEYS: file });
  expect(whole.parsedFile("KEYS", parse)).toBe(7);
  whole.done();

  writeFileSync(file, "8");
  const read = new EnvReader({ KEYS: file, LOST: `${file}.absent` });
  for (const name of ["KEYS", "LOST", "NONE"]) read.parsedFile(name, parse);
  expect(() => read.done()).toThrow(
    "Bad configuration: KEYS: not seven; LOST names a file that cannot be read; NONE is required",
  );
});

test("parsedSecret returns the parsed secret, and reports a parse error as a problem", () => {
  const parse = (text: string) => {
    if (text !== "7") throw new Error("not seven");
    return Number(text);
  };
  expect(new EnvReader({ KEY: "7" }).parsedSecret("KEY", parse)).toBe(7);
  const read = new EnvReader({ KEY: "8" });
  for (const name of ["KEY", "NONE"]) read.parsedSecret(name, parse);
  expect(() => read.done()).toThrow("Bad configuration: KEY: not seven; NONE_FILE is required");
});
