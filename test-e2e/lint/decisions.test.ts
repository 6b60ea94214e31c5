import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { REPOSITORY } from "../support/deployment/manifests.ts";
import { readDocument } from "../support/deployment/markdown.ts";

const FOLDER = "docs/decisions";
const STATUS = /^Date: (\d{4}-\d\d-\d\d)\. Status: (.+)\.$/;
const CLAUSE = /^(accepted|amends|amended by|supersedes|superseded by)(?= |$)/;
const REFERENCE = /\[(\d+)\]\((\d{4}-[a-z0-9-]+\.md)\)/g;
const INVERSE: Readonly<Record<string, string>> = {
  amends: "amended by",
  "amended by": "amends",
  supersedes: "superseded by",
  "superseded by": "supersedes",
};

const files = readdirSync(path.join(REPOSITORY, FOLDER)).filter((file) => /^\d/.test(file));
const records = files.map(readRecord);

function readRecord(file: string) {
  const [heading = "", blank, second = ""] = readDocument(`${FOLDER}/${file}`).split("\n");
  const [, number = "", title = ""] = /^# (\d+)\. (.+)$/.exec(heading) ?? [];
  const [, date = "", status = ""] = STATUS.exec(second) ?? [];
  return { file, number: Number(number), title, blank, date, clauses: status.split("; ") };
}

function relationsOf({ file, clauses }: (typeof records)[number]): string[] {
  return clauses.flatMap((clause) => {
    const [verb = ""] = CLAUSE.exec(clause) ?? [];
    return [...clause.matchAll(REFERENCE)].map(([, , target = ""]) => `${file} ${verb} ${target}`);
  });
}

describe.each(records)("$file", ({ file, number, title, blank, date, clauses }) => {
  test("The record begins with its number and title, its date and its status", () => {
    expect(number).toBe(Number(file.slice(0, 4)));
    expect([title.length > 0, blank]).toEqual([true, ""]);
    expect(date).toBe(new Date(date).toISOString().slice(0, 10));
    expect(clauses[0]).toMatch(/^accepted$|^superseded by /);
    for (const clause of clauses.slice(1)) expect(clause).toMatch(CLAUSE);
  });

  test("The record's status links to other records with their correct number and file", () => {
    for (const clause of clauses.filter((one) => one !== "accepted")) {
      const references = [...clause.matchAll(REFERENCE)];
      expect(references.length).toBeGreaterThan(0);
      for (const [, other, target = ""] of references) {
        expect(files).toContain(target);
        expect(Number(other)).toBe(Number(target.slice(0, 4)));
      }
    }
  });
});

test("When a record amends or supersedes another, then that other record is older and names it", () => {
  const relations = records.flatMap(relationsOf);
  expect(relations.length).toBeGreaterThan(20);
  const inverse = relations.map((relation) => {
    const [, file = "", verb = "", target = ""] = /^(\S+) (.+) (\S+)$/.exec(relation) ?? [];
    return `${target} ${INVERSE[verb]} ${file}`;
  });
  expect(inverse.sort()).toEqual(relations.sort());
  const backwards = /^(\d{4})\S* (?:amends|supersedes) (\d{4})/;
  const earlier = relations.filter((relation) => {
    const [, by = "", of = ""] = backwards.exec(relation) ?? [];
    return by < of;
  });
  expect(earlier).toEqual([]);
});

test("The index lists each decision record once, with its title", () => {
  const lines = readDocument(`${FOLDER}/README.md`).matchAll(/^- \[(.+)\]\((.+)\)$/gm);
  const named = [...lines].map(([, title, file]) => `${title} ${file}`);
  const expected = records.map(({ number, title, file }) => `${number}. ${title} ${file}`);
  expect(named.sort()).toEqual(expected.sort());
});

test("Decision 19 and the import rules list every module of the gateway, in the same order", async () => {
  const url = new URL("../../.dependency-cruiser.mjs", import.meta.url);
  const { default: rules } = (await import(url.href)) as {
    default: { forbidden: { name: string; from: { path: string } }[] };
  };
  const ruled = rules.forbidden
    .filter(({ name }) => name === "modules-in-order")
    .map(({ from }) => /modules\/(\w+)/.exec(from.path)?.[1] ?? "");
  const decision = readDocument(`${FOLDER}/0019-the-gateway-by-module.md`);
  const lines = [...decision.matchAll(/^\d\. (.+)$/gm)];
  const decided = lines.flatMap(([, line = ""]) =>
    [...line.matchAll(/`(\w+)`:/g)].map(([, name = ""]) => name),
  );
  const folders = readdirSync(path.join(REPOSITORY, "services/edge-gateway/src/modules"));
  expect(decided).toEqual(ruled);
  expect([...ruled].sort()).toEqual(folders.sort());
});
