/** @slow reads the name models */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { createEngine } from "./engine.ts";
import { ENTITY_TYPES } from "./finding.ts";
import { readBundledModels } from "./names/model/bundled-models.ts";
import { RECOGNIZERS } from "./recognizers/patterns-layer.ts";

const engine = createEngine({ names: readBundledModels() });
const found = (text: string, language?: "en" | "de") =>
  engine
    .find(text, language === undefined ? {} : { language })
    .map(({ start, end, type }) => `${type} ${text.slice(start, end)}`);

test("The engine lists its layers", () => {
  expect(engine.layers).toEqual(["patterns", "names"]);
  expect(createEngine().layers).toEqual(["patterns"]);
});

test("When a letter is in English, then its personal data is found", () => {
  const letter =
    "Dear Mr. Smith,\nI am Anna Weber, born on May 3, 1980. My SSN is 123-45-6789; call (415) 555-0132 or " +
    "write to anna@example.com.\nKind regards,\nAnna";
  expect(found(letter)).toEqual([
    "PERSON Mr. Smith",
    "PERSON Anna Weber",
    "DATE_OF_BIRTH May 3, 1980",
    "US_SSN 123-45-6789",
    "PHONE (415) 555-0132",
    "EMAIL anna@example.com",
    "PERSON Anna",
  ]);
});

test("When a letter is in German, then its personal data is found regardless of the request's language", () => {
  const letter =
    "Sehr geehrte Frau Dr. Koch,\nmein Name ist Peter Müller, geb. am 03.05.1980. Bitte überweisen Sie auf " +
    "DE89 3704 0044 0532 0130 00. Tel.: 030/1234567\nMit freundlichen Grüßen\nPeter Müller";
  const expected = [
    "PERSON Koch",
    "PERSON Peter Müller",
    "DATE_OF_BIRTH 03.05.1980",
    "IBAN DE89 3704 0044 0532 0130 00",
    "PHONE 030/1234567",
    "PERSON Peter Müller",
  ];
  expect(found(letter, "de")).toEqual(expected);
  expect(found(letter, "en")).toEqual(expected);
  expect(found(letter)).toEqual(expected);
});

test("When an IBAN, a card and a phone number match the same digits, then there is one finding", () => {
  const patterns = createEngine();
  const found = (text: string) =>
    patterns.find(text).map(({ start, end, type }) => `${type} ${text.slice(start, end)}`);
  expect(found("AT61 1904 3002 3457 3201")).toEqual(["IBAN AT61 1904 3002 3457 3201"]);
  expect(found("Tel 4111 1111 1111 1111")).toEqual(["CREDIT_CARD 4111 1111 1111 1111"]);
  expect(found("https://anna@x.example:pw@host.example")).toEqual([
    "URL https://anna@x.example:pw@host.example",
  ]);
});

test("Recognizers have known types and unique names that are valid in a response", () => {
  const names = RECOGNIZERS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, type } of RECOGNIZERS) {
    expect(name).toMatch(/^[a-z0-9-]+$/);
    expect(ENTITY_TYPES).toContain(type);
  }
});

test("Each recognizer defined in the sources is in the list that the engine uses", () => {
  const listed = new Set(RECOGNIZERS.map(({ name }) => name));
  const folder = path.join(import.meta.dirname, "recognizers");
  const named = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test|\.contract|patterns-layer)\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(path.join(folder, file), "utf8").matchAll(/\bname: "([a-z0-9-]+)"/g),
    ])
    .map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !listed.has(name))).toEqual([]);
});
