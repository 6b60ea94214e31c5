import { readdirSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { readList } from "./read-list.ts";
import { folded } from "./word-table.ts";

const DATA = new URL("../../data/", import.meta.url);
const LISTS = ["names", "things"].flatMap((folder) =>
  readdirSync(new URL(folder, DATA), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".txt"))
    .map((file) => `${folder}/${file.replace(/\.txt$/, "")}`),
);

test.each(LISTS)("The list %s has each entry once, sorted, in lower case and composed", (name) => {
  const entries = [...readList(name)];
  expect(entries.length).toBeGreaterThan(0);
  expect(entries).toEqual([...new Set(entries.map(folded))].sort());
});
