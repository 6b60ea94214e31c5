/** @slow reads the name models */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { findHardIdentifiers } from "../../checks/hard-identifiers.ts";
import { createEngine } from "../../engine.ts";
import { readBundledModels } from "../../names/model/bundled-models.ts";
import { placeholderEntries } from "../../replace/relink.ts";
import { sanitiseFields } from "../../replace/sanitise-fields.ts";
import { replaceSpans } from "../../text/replace-spans.ts";
import { escapedForms, prefixedForms, type Written } from "./line-notations.contract.ts";

const engine = createEngine({ names: readBundledModels() });
const seenIn = (text: string) => engine.find(text).map(({ start, end }) => text.slice(start, end));
const found = (text: string) =>
  engine.find(text).map(({ start, end, type }) => `${type} ${text.slice(start, end)}`);

/** Texts for the names layer and for the readers of records. */
const TEXTS: readonly string[] = [
  "Dear Mr. Smith, I am Anna Weber from Dresden",
  "Kind regards,\nAnna Weber",
  "Sehr geehrte Frau Dr. Koch,\nmein Name ist Peter Müller",
  "Karen McAllister told me that Rupert knows.",
  "Wir waren gestern mit Waltraud Pfannenstiel in Bielefeld.",
  "Anna Weber",
  "employee:\n  firstName: Summer\n  lastName: Banks",
  "firstName,lastName\nSummer,Banks\nRuth,Stone",
  "INSERT INTO persons (first_name, last_name) VALUES ('Summer', 'Banks');",
  '{"name":"Thomas Weber","city":"Bonn"}',
];

/** Returns the forms in which no single finding covers a whole value. */
function lostIn(forms: readonly Written[]): readonly Written[] {
  return forms.filter(({ text, values }) => {
    const spans = engine.find(text);
    return values.some((value) => {
      const start = text.indexOf(value);
      return !spans.some((span) => span.start <= start && start + value.length <= span.end);
    });
  });
}

test.each(TEXTS)(
  "The engine finds all of %j after and across escaped breaks and quotes",
  (text) => {
    const forms = escapedForms(text, engine.find(text), seenIn);
    expect(forms.flatMap(({ values }) => values).length).toBeGreaterThan(0);
    expect(lostIn(forms)).toEqual([]);
  },
);

test.each(TEXTS)("The engine finds all of %j on quoted or commented lines", (text) => {
  expect(lostIn(prefixedForms(text, engine.find(text), seenIn))).toEqual([]);
});

describe("Exactly the data after a notation is replaced", () => {
  const sanitised = (text: string) =>
    sanitiseFields(engine, { fields: [{ name: "x", text }] }).fields[0]?.text;

  test.each([
    [
      String.raw`{"body":"Hello,\n+49 171 8842319\nIBAN\tDE89 3704 0044 0532 0130 00"}`,
      String.raw`{"body":"Hello,\n[PHONE_1]\nIBAN\t[IBAN_1]"}`,
    ],
    [
      String.raw`{"body":"{\"name\":\"Anna Weber\",\"ssn\":\"123-45-6789\"}"}`,
      String.raw`{"body":"{\"name\":\"[PERSON_1]\",\"ssn\":\"[US_SSN_1]\"}"}`,
    ],
    [
      String.raw`Dear Mr. Smith,\\r\\nI am Anna Weber.\\r\\nKind regards,\\r\\nAnna`,
      String.raw`Dear [PERSON_1],\\r\\nI am [PERSON_2].\\r\\nKind regards,\\r\\n[PERSON_2]`,
    ],
    ["> DE89 3704 0044\n> 0532 0130 00\n> > Anna Weber", "> [IBAN_1]\n> > [PERSON_1]"],
    ["&gt; anna@exam-\n&gt; ple.com", "&gt; [EMAIL_1]"],
    [
      String.raw`\u003e Anna Weber\n\u003e 030 1234567`,
      String.raw`\u003e [PERSON_1]\n\u003e [PHONE_1]`,
    ],
    ["//+49 171 8842319\n#SSN:\n#123-45-6789", "//[PHONE_1]\n#SSN:\n#[US_SSN_1]"],
    [`{"mail":"${btoa(String.raw`write to:\nanna@example.com`)}"}`, '{"mail":"[EMAIL_1]"}'],
    [
      String.raw`-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----\n`,
      String.raw`[SECRET_1]\n`,
    ],
    [
      String.raw`We saw Khalid al-Harbi.\nal-Harbi left.\nHans Meyer came.\nMaier left.`,
      String.raw`We saw [PERSON_1].\n[PERSON_1] left.\n[PERSON_2] came.\n[PERSON_2] left.`,
    ],
  ])("the data in %j is replaced, and nothing else", (text, expected) => {
    expect(sanitised(text)).toBe(expected);
  });
});

describe("A backslash or a mark that is not a notation changes nothing", () => {
  test.each<[string, readonly string[]]>([
    [String.raw`C:\new\table`, []],
    [String.raw`copy C:\temp\report D:\files\versions\notes.txt`, []],
    [String.raw`C:\Users\nina\readme.txt`, ["USERNAME nina"]],
    [String.raw`\nu and \theta with \textbf{text} \rightarrow \nabla \rho`, []],
    [String.raw`const re = /^\d+\/\d+\s*\n\t(\w+)\r?\n$/;`, []],
    [String.raw`\begin{table}\noindent \textbf{results} \ref{tab:x} \newpage`, []],
    ["#!/bin/sh\n#include <stdio.h>\n# define N 12\n// nothing\n>>> x = 1", []],
    [
      "| Name | Phone |\n|---|---|\n| Anna Weber | 030 1234567 |",
      ["PERSON Anna Weber", "PHONE 030 1234567"],
    ],
  ])("only the expected data is found in %j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

const PIECES = fc.constantFrom(
  "Anna Weber",
  "+49 171 8842319",
  "DE89 3704 0044 0532 0130 00",
  "123-45-6789",
  "anna@example.com",
  "C:\\new\\table",
  "\\nu",
  "\\",
  "\\n",
  "\\\\t",
  '\\\\\\"',
  "\\u003e",
  "\n> ",
  "\n// ",
  "\n#",
  "\n| ",
  "|",
  "-\n",
  " ",
  "😀",
  "\u200b",
);

test("For every text with escapes and marks, sanitised text is the original with spans replaced", () => {
  fc.assert(
    fc.property(fc.array(PIECES, { maxLength: 16 }), (pieces) => {
      const original = pieces.join("");
      const named = [{ name: "x", text: original }];
      const { fields } = sanitiseFields(engine, { fields: named });
      const { text = "", redactions = [] } = fields[0] ?? {};
      expect(text).toBe(replaceSpans(original, redactions, ({ placeholder }) => placeholder));
      expect(findHardIdentifiers(text)).toEqual([]);
      expect(() => placeholderEntries(named, fields)).not.toThrow();
    }),
    { numRuns: 500 },
  );
});
