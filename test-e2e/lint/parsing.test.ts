import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** They read JSON from this repository only. */
const EXEMPT = /^packages\/(pii-lab|testing)\/|\.(test|contract)\.ts$/;

const CAST = /JSON\.parse\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\) as (?!unknown|object|string)/;

function sources(): readonly string[] {
  return ["packages", "services"].flatMap((parent) =>
    readdirSync(path.join(ROOT, parent)).flatMap((name) =>
      readdirSync(path.join(ROOT, parent, name, "src"), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => path.join(parent, name, "src", file)),
    ),
  );
}

test("No JSON is cast to one of our types: it is parsed by its schema", () => {
  const own = sources().filter((file) => !EXEMPT.test(file));
  expect(own.length).toBeGreaterThan(400);
  const cast = own.filter((file) => CAST.test(readFileSync(path.join(ROOT, file), "utf8")));
  expect(cast).toEqual([]);
  expect("JSON.parse(read(file)) as Job").toMatch(CAST);
});
