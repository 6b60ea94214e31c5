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
    "with the type of its entry",
    [{ value: "4711-0815", type: "BANK_ACCOUNT" }],
    "Nr. 4711-0815",
    "BANK_ACCOUNT:4711-0815",
  ],
  ["in any case", [{ value: "Straße Acht" }], "STRASSE ACHT", "KNOWN_ENTITY:STRASSE ACHT"],
  [
    "across a line break",
    [{ value: "Projekt Falke" }],
    "Projekt \n\t FALKE",
    "KNOWN_ENTITY:Projekt \n\t FALKE",
  ],
  [
    "in decomposed form",
    [{ value: "Café Rosé" }],
    "Cafe\u0301 Rose\u0301",
    "KNOWN_ENTITY:Cafe\u0301 Rose\u0301",
  ],
  [
    "in full-width characters",
    [{ value: "Acme 42" }],
    "Ａｃｍｅ　４２",
    "KNOWN_ENTITY:Ａｃｍｅ　４２",
  ],
  [
    "with invisible characters inside",
    [{ value: "Falke" }],
    "Fal\u200bke",
    "KNOWN_ENTITY:Fal\u200bke",
  ],
  ["in mathematical letters", [{ value: "Falke" }], "x 𝐅𝐚𝐥𝐤𝐞!", "KNOWN_ENTITY:𝐅𝐚𝐥𝐤𝐞"],
  ["in Chinese", [{ value: "王伟" }], "我叫王伟。", "KNOWN_ENTITY:王伟"],
  ["with signs around it", [{ value: "@falke" }], "(@falke)", "KNOWN_ENTITY:@falke"],
  ["before an apostrophe", [{ value: "Falke" }], "Falke's", "KNOWN_ENTITY:Falke"],
  [
    "as the longest of several entries",
    [{ value: "Falke" }, { value: "Projekt Falke Nord" }],
    "Projekt Falke Nord",
    "KNOWN_ENTITY:Projekt Falke Nord",
  ],
  [
    "next to another match",
    [{ value: "ab" }, { value: "cd" }],
    "ab cd ab",
    "KNOWN_ENTITY:ab|KNOWN_ENTITY:cd|KNOWN_ENTITY:ab",
  ],
  [
    "when it overlaps another match",
    [{ value: "a b" }, { value: "b c" }],
    "a b c",
    "KNOWN_ENTITY:a b|KNOWN_ENTITY:b c",
  ],
  ["but not inside words", [{ value: "Falke" }], "Falken, Wanderfalke, Falke_1, Falke7", ""],
  ["but not without its accent", [{ value: "Bär" }], "bar", ""],
  ["but not before an accent", [{ value: "Cafe" }], "Cafe\u0301", ""],
])("A known entity is found %s", (_case, entries, text, expected) => {
  expect(marked(entries, text)).toBe(expected);
});

describe("Persons in a list", () => {
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
    "A person in a list is found in other spellings only when the rest of the name agrees: %s",
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

test("A list of 100 000 entries needs less than 60 MB of memory", () => {
  const entries = Array.from({ length: 100_000 }, (_entry, index) => ({
    value: `Projekt ${letters(index * 7919)} Nord ${index}`,
  }));
  expect(list(entries).sizeBytes).toBeLessThan(60_000_000);
});

function letters(number: number): string {
  return number.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz".charAt(Number(digit)));
}
