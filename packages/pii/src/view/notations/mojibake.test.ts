import { describe, expect, test } from "@jest/globals";
import { editedView } from "../edits/edited-view.ts";
import { readingsOf } from "../readings.ts";
import { mojibakeIn } from "./mojibake.ts";

const read = (text: string) => editedView(text, mojibakeIn(text)).text;

describe("UTF-8 that was decoded as Windows-1252 or ISO 8859-1", () => {
  test.each([
    ["MÃ¼ller", "Müller"],
    ["StraÃŸe", "Straße"],
    ["Stra\u00c3\u009fe", "Straße"],
    ["Ã–zgÃ¼r", "Özgür"],
    ["â€œAnnaâ€\u009d", "“Anna”"],
    ["Garc\u00c3\u00ada", "García"],
    ["à¤¨à¤®", "नम"],
    ["ðŸ˜€", "😀"],
  ])("mojibake is read as it was written: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test("mojibake of mojibake is decoded twice", () => {
    expect(readingsOf("MÃƒÂ¼ller").map(({ text }) => text)).toContain("Müller");
  });

  test("a value in decoded mojibake maps to the characters that it came from", () => {
    const view = editedView("von MÃ¼ller.", mojibakeIn("von MÃ¼ller."));
    expect(view.toOriginal({ start: 4, end: 10 })).toEqual({ start: 4, end: 11 });
    expect(view.toOriginal({ start: 5, end: 6 })).toEqual({ start: 5, end: 7 });
  });
});

test.each([
  "SÃO PAULO",
  "Ão",
  "NÃO",
  "MANHÃ.",
  "GARÇON",
  "À 5 €",
  "é ü",
  "Ã",
  "âœ",
  "PÂ",
  "Spaß“",
  "„CAFÉ”",
  "„Ö“",
])("When a text only has letters that also occur in mojibake, then it stays: %s", (text) => {
  expect(mojibakeIn(text)).toEqual([]);
  expect(readingsOf(text)).toHaveLength(1);
});

test("When a sharp s precedes a non-breaking space, then it stays", () => {
  expect(mojibakeIn("Fuß\u00a012")).toEqual([]);
});

test("When a text may be mojibake, then it is also read as it is", () => {
  expect(readingsOf("„IRMÃ”").map(({ text }) => text)).toContain("„IRMÃ”");
});
