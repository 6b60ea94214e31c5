/** @slow reads the models of names */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createEngine } from "../../engine.ts";
import type { EntityType } from "../../finding.ts";
import { readBundledModels } from "../../names/model/bundled-models.ts";
import { placeholderEntries, relinkUnchecked } from "../../replace/relink.ts";
import { sanitiseFields } from "../../replace/sanitise-fields.ts";

const engine = createEngine({ names: readBundledModels() });

function roundTrip(text: string, answer: string) {
  const { fields } = sanitiseFields(engine, { fields: [{ name: "text", text }] });
  const [sent = ""] = fields.map((field) => field.text);
  const entries = placeholderEntries([{ text }], fields);
  const [back, restored] = [sent, answer].map((each) => relinkUnchecked(entries, [each])[0]);
  return { sent, back, restored };
}

const APOSTROPHES = [..."'’‘‛ʼʹ´`′＇"];

describe("Possessive endings", () => {
  test.each(APOSTROPHES)(
    "When a possessive ending has %s for an apostrophe, then the placeholder ends before it",
    (sign) => {
      const text = `Please call Eric Halvorsen${sign}s lawyer.`;
      const { sent, back, restored } = roundTrip(text, "Dear [PERSON_1], [PERSON_1]'s");
      expect(sent).toBe(`Please call [PERSON_1]${sign}s lawyer.`);
      expect(back).toBe(text);
      expect(restored).toBe("Dear Eric Halvorsen, Eric Halvorsen's");
    },
  );

  test.each([
    ["ERIC HALVORSEN'S INVOICE IS LATE.", "[PERSON_1]'S INVOICE IS LATE."],
    ["James's car and James' house", "[PERSON_1]'s car and [PERSON_1]' house"],
    ["Ask Mr Halvorsen's lawyer.", "Ask [PERSON_1]'s lawyer."],
    ["It is (Eric Halvorsen's).", "It is ([PERSON_1]'s)."],
    [
      "Tom Baker's, Anna Weber's and Eric Halvorsen's files",
      "[PERSON_1]'s, [PERSON_2]'s and [PERSON_3]'s files",
    ],
    ["**Eric Halvorsen's** file", "**[PERSON_1]'s** file"],
    ["Eric Halvorsen&#39;s file", "[PERSON_1]&#39;s file"],
    ["Sinéad O'Connor's song", "[PERSON_1]'s song"],
    ["Name: Eric Halvorsen's", "Name: [PERSON_1]'s"],
    [
      "Andrea's Büro ist zu. Wo ist Hans' Brief?",
      "[PERSON_1]'s Büro ist zu. Wo ist [PERSON_2]' Brief?",
    ],
    ["He said 'call Eric Halvorsen' and left.", "He said 'call [PERSON_1]' and left."],
  ])("When the text is %j, then the possessive endings stay: %j", (text, expected) => {
    const { sent, back } = roundTrip(text, "");
    expect(sent).toBe(expected);
    expect(back).toBe(text);
  });

  test.each<[EntityType, string, string]>([
    ["ORGANIZATION", "The contract is Deloitte's.", "The contract is [ORGANIZATION_1]'s."],
    ["LOCATION", "We like Hamburg’s harbor.", "We like [LOCATION_1]’s harbor."],
  ])(
    "When a finding of the type %s has a possessive ending, then the ending stays: %s",
    (type, text, expected) => {
      const { fields } = sanitiseFields(engine, {
        fields: [{ name: "text", text }],
        policy: { types: { [type]: true } },
      });
      expect(fields[0]?.text).toBe(expected);
    },
  );
});

test("When an allow entry is a name or its possessive, then neither form is replaced", () => {
  const outputs = [["Quist's"], ["Quist"], ["Weber"]].map((allow) => {
    const fields = [{ name: "text", text: "Name: Quist's" }];
    return sanitiseFields(engine, { fields, policy: { allow } }).fields[0]?.text;
  });
  expect(outputs).toEqual(["Name: Quist's", "Name: Quist's", "Name: [PERSON_1]'s"]);
});

describe("German genitives", () => {
  test.each([
    [
      "Anna Lindholm rief an. Bitte Anna Lindholms Vertrag kündigen.",
      "Frau [PERSON_1],",
      "Frau Anna Lindholm,",
    ],
    ["Frau Müllers Brief ist da. Frau Müller wartet.", "Frau [PERSON_1],", "Frau Müller,"],
    [
      "Das ist heute Angela Merkels Rede. Merkel sprach frei.",
      "[PERSON_1] sprach",
      "Angela Merkel sprach",
    ],
    ["Das ist Frau Wagners neuer Mann. Herr Wagner ist da.", "an [PERSON_1]", "an Wagner"],
    ["Bitte Anna Lindholms Vertrag kündigen.", "Frau [PERSON_1], Ihr", "Frau Anna Lindholm, Ihr"],
    [
      "Bitte Anna Lindholms Vertrag kündigen.",
      "Zu [PERSON_1]s Rechnung",
      "Zu Anna Lindholms Rechnung",
    ],
    [
      "Bitte Anna Lindholms Vertrag kündigen.",
      "Der [PERSON_1] Vertrag gilt",
      "Der Anna Lindholms Vertrag gilt",
    ],
  ])(
    "When the text is %j and the answer is %j, then the answer is restored as %j",
    (text, answer, expected) => {
      const { sent, back, restored } = roundTrip(text, answer);
      expect(sent).not.toMatch(/Lindholm|Müller|Merkel|Wagner/);
      expect(back).toBe(text);
      expect(restored).toBe(expected);
    },
  );

  test.each([
    ["Herr Peters rief an. Ein Peter kam nicht.", "Peters"],
    ["Frau Müllers kam heute nicht.", "Müllers"],
    ["Emma Williams wrote a letter to William.", "Emma Williams"],
    ["Bitte geben Sie Klaus Jacobs recht.", "Klaus Jacobs"],
  ])("When the s may belong to the name, then the name is restored with it: %s", (text, name) => {
    expect(roundTrip(text, "An [PERSON_1].").restored).toBe(`An ${name}.`);
  });
});

test("When a text has possessives and genitives of one person, then restoring returns exactly the original", () => {
  const forms = [
    "Anna Lindholm",
    "Lindholm",
    "Anna Lindholms",
    "Lindholms",
    "Anna Lindholm's",
    "Lindholm’s",
  ];
  const phrase = fc.tuple(
    fc.constantFrom("Frau ", "Das ist ", "Ich sah ", "\n", "(", "- "),
    fc.constantFrom(...forms),
    fc.constantFrom(" Vertrag ", ", ", ". ", " kam. ", ") ", "\n"),
  );
  fc.assert(
    fc.property(fc.array(phrase, { minLength: 1, maxLength: 8 }), (phrases) => {
      const text = phrases.flat().join("");
      expect(roundTrip(text, "").back).toBe(text);
    }),
    { numRuns: 200 },
  );
});
