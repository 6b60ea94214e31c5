import { expect, test } from "@jest/globals";
import { detectLanguage } from "./language.ts";

test.each([
  ["de", "Sehr geehrte Frau Koch, bitte rufen Sie mich an."],
  ["de", "Termin mit Müller am Montag"],
  ["de", "Das Meeting ist um 10, please be on time und bring die Folien mit"],
  ["en", "Dear Ms Koch, please call me back."],
  ["en", "Meeting with the Müller group at the office"],
  ["en", ""],
  ["en", "1234 😀 日本"],
  ["en", "const a = 1;"],
])("Detects %s in %j", (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test("When a text is long, then only its beginning is read", () => {
  expect(detectLanguage(`the ${"x ".repeat(4_000)} und die der das`)).toBe("en");
});
