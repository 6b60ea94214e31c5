import { describe, expect, test } from "@jest/globals";
import type { EntityListContent } from "@veil/contracts/sanitiser";
import { compileEntityList } from "./compiled-list.ts";
import { knownEntities } from "./known-entities.ts";

type Entries = EntityListContent["entries"];

const list = (entries: Entries, kind: EntityListContent["kind"] = "deny") =>
  compileEntityList({ kind, entries });

function marked(entries: Entries, text: string): string {
  const found = knownEntities({}, [list(entries)]).find(text);
  return found.map(({ start, end, type }) => `${type}:${text.slice(start, end)}`).join("|");
}

test.each<[string, Entries, string, string]>([
  ["as written", [{ value: "Projekt Falke" }], "Zu Projekt Falke.", "KNOWN_ENTITY:Projekt Falke"],
  [
    "of its type",
    [{ value: "4711-0815", type: "BANK_ACCOUNT" }],
    "Nr. 4711-0815",
    "BANK_ACCOUNT:4711-0815",
  ],
  ["in any case", [{ value: "Straße Acht" }], "STRASSE ACHT", "KNOWN_ENTITY:STRASSE ACHT"],
  [
    "over a line",
    [{ value: "Projekt Falke" }],
    "Projekt \n\t FALKE",
    "KNOWN_ENTITY:Projekt \n\t FALKE",
  ],
  [
    "decomposed",
    [{ value: "Café Rosé" }],
    "Cafe\u0301 Rose\u0301",
    "KNOWN_ENTITY:Cafe\u0301 Rose\u0301",
  ],
  ["full-width", [{ value: "Acme 42" }], "Ａｃｍｅ　４２", "KNOWN_ENTITY:Ａｃｍｅ　４２"],
  ["with hidden signs", [{ value: "Falke" }], "Fal\u200bke", "KNOWN_ENTITY:Fal\u200bke"],
  ["in mathematical letters", [{ value: "Falke" }], "x 𝐅𝐚𝐥𝐤𝐞!", "KNOWN_ENTITY:𝐅𝐚𝐥𝐤𝐞"],
  ["in Chinese", [{ value: "王伟" }], "我叫王伟。", "KNOWN_ENTITY:王伟"],
  ["with signs around", [{ value: "@falke" }], "(@falke)", "KNOWN_ENTITY:@falke"],
  ["before an apostrophe", [{ value: "Falke" }], "Falke's", "KNOWN_ENTITY:Falke"],
  [
    "the longest",
    [{ value: "Falke" }, { value: "Projekt Falke Nord" }],
    "Projekt Falke Nord",
    "KNOWN_ENTITY:Projekt Falke Nord",
  ],
  [
    "side by side",
    [{ value: "ab" }, { value: "cd" }],
    "ab cd ab",
    "KNOWN_ENTITY:ab|KNOWN_ENTITY:cd|KNOWN_ENTITY:ab",
  ],
  [
    "overlapping",
    [{ value: "a b" }, { value: "b c" }],
    "a b c",
    "KNOWN_ENTITY:a b|KNOWN_ENTITY:b c",
  ],
  ["not inside words", [{ value: "Falke" }], "Falken, Wanderfalke, Falke_1, Falke7", ""],
  ["not without its accent", [{ value: "Bär" }], "bar", ""],
  ["not before an accent", [{ value: "Cafe" }], "Cafe\u0301", ""],
])("Matching of an entry: %s", (_case, entries, text, expected) => {
  expect(marked(entries, text)).toBe(expected);
});

describe("A person", () => {
  const persons: Entries = [
    { value: "Hans Meyer", type: "PERSON" },
    { value: "Katherine", type: "PERSON" },
    { value: "Fischer" },
  ];

  test.each([
    ["Gestern kam Hans Maier zu uns.", "PERSON:Hans Maier"],
    ["HANS MAYR", "PERSON:HANS MAYR"],
    ["Mit H. Meiers Hilfe", "PERSON:H. Meiers"],
    ["Dear Catherine,", "PERSON:Catherine"],
    ["Peter Maier", ""],
    ["Maier", ""],
    ["Hans. Und maier", ""],
    ["Hans Mauer und Hans Meer", ""],
    ["Herr Vischer", ""],
  ])(
    "in a list is found in other spellings only when the rest of the name agrees: %s",
    (text, expected) => {
      expect(marked(persons, text)).toBe(expected);
    },
  );
});

test("Allowed entries match whole values, ignoring case and white space", () => {
  const { allowedBy, isActive } = knownEntities({ allow: ["Info@Example.org"] }, [
    list([{ value: "Hotel Adlon" }, { value: "info@example.org" }], "allow"),
  ]);
  expect(
    ["info@example.org", "hotel  ADLON", "Hotel", "Hotel Adlon Berlin", ""].map(allowedBy),
  ).toEqual(["policy", "list", undefined, undefined, undefined]);
  expect(isActive).toBe(false);
});

test("A list of 100 000 entries needs little memory", () => {
  const entries = Array.from({ length: 100_000 }, (_entry, index) => ({
    value: `Projekt ${letters(index * 7919)} Nord ${index}`,
  }));
  expect(list(entries).sizeBytes).toBeLessThan(60_000_000);
});

function letters(number: number): string {
  return number.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz".charAt(Number(digit)));
}
