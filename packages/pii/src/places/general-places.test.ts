/** @slow reads the models of names */
import { describe, expect, test } from "@jest/globals";
import type { EntityPolicy } from "@veil/contracts/sanitiser";
import { createEngine } from "../engine.ts";
import { readBundledModels } from "../names/model/bundled-models.ts";
import type { ReplacedPlaces } from "../policy.ts";
import { sanitiseFields } from "../replace/sanitise-fields.ts";

const engine = createEngine({ names: readBundledModels() });

interface Setting {
  readonly policy?: EntityPolicy;
  readonly places?: ReplacedPlaces;
}

function sanitised(texts: readonly string[], { policy = {}, ...setting }: Setting = {}) {
  const fields = texts.map((text, index) => ({ name: `f${index}`, text }));
  return sanitiseFields(engine, { fields, policy }, setting).fields;
}

function placesIn(text: string, setting?: Setting): readonly string[] {
  return sanitised([text], setting)
    .flatMap(({ redactions }) => redactions)
    .filter(({ type }) => type === "LOCATION")
    .map(({ start, end }) => text.slice(start, end));
}

describe("By default a place is replaced", () => {
  test.each([
    ["Anna Weber lives in Leeds.", "Leeds"],
    ["I was born in Wuppertal and like tea.", "Wuppertal"],
    ["My brother works in Bristol since May.", "Bristol"],
    ["Ich wohne seit drei Jahren in Freiburg.", "Freiburg"],
    ["Herr Koch stammt aus Bonn.", "Bonn"],
    ["Frau Sabine Krüger (Regensburg) hat angerufen.", "Regensburg"],
    ["Peter Müller aus Kassel schreibt uns.", "Kassel"],
    ["Geburtsort: Kassel", "Kassel"],
    ["Name: Anna Weber\nOrt: Kassel", "Kassel"],
    ["Anna Weber\nHauptstraße 12\n34117 Kassel", "Kassel"],
    ["Kassel, den 3. Mai 2024\nSehr geehrte Damen und Herren,", "Kassel"],
    ["Please write to 12 Oak Street, Springfield, IL 62701 as before.", "Springfield"],
  ])("with a person or an address: %j", (text, place) => {
    expect(sanitised([text])[0]?.text).not.toContain(place);
  });

  test("wherever it is repeated, also in other texts of the request", () => {
    const texts = ["Is Wuppertal large?", "I live in Wuppertal.", "Wuppertal is nice."];
    expect(sanitised(texts).map(({ text }) => text.match(/\[LOCATION_1\]/g)?.length)).toEqual([
      1, 1, 1,
    ]);
  });
});

describe("By default a place stays", () => {
  test.each([
    "What is the capital of Australia?",
    "Compare the climates of Norway and Portugal in a table.",
    "Is the Danube longer than the Rhine?",
    "Wie komme ich am besten von Hamburg nach Prag?",
    "Welche Flüsse fließen durch Ungarn?",
    "Plan a weekend in Lisbon with two museums.",
    "Which animals live in Madagascar?",
    "country;capital\nPeru;Lima\nChile;Santiago",
  ])("without a person: %s", (text) => {
    expect(placesIn(text)).toEqual([]);
  });

  test("and is counted as left by default", () => {
    const [field] = sanitised(["How large are Norway and Portugal?"]);
    expect(field?.left).toEqual([{ type: "LOCATION", reason: "default", count: 2 }]);
  });
});

describe("Every place is replaced", () => {
  const text = "How large are Norway and Portugal?";
  test.each([
    ["the setting is all", { places: "all" }],
    ["a policy replaces LOCATION", { policy: { types: { LOCATION: true } } }],
  ] satisfies [string, Setting][])("when %s", (_when, setting) => {
    expect(placesIn(text, setting)).toEqual(["Norway", "Portugal"]);
  });

  test("but none when a policy keeps LOCATION", () => {
    const policy = { types: { LOCATION: false } };
    expect(placesIn("I live in Leeds.", { policy, places: "all" })).toEqual([]);
  });
});
