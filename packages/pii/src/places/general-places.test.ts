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

describe("Places that are replaced by default", () => {
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
  ])(
    "When a text links a place to a person or an address, then the place is replaced: %j",
    (text, place) => {
      expect(sanitised([text])[0]?.text).not.toContain(place);
    },
  );

  test("When one text links a place to a person, then the place is replaced in every text of the request", () => {
    const texts = ["Is Wuppertal large?", "I live in Wuppertal.", "Wuppertal is nice."];
    expect(sanitised(texts).map(({ text }) => text.match(/\[LOCATION_1\]/g)?.length)).toEqual([
      1, 1, 1,
    ]);
  });
});

describe("Places that stay by default", () => {
  test.each([
    "What is the capital of Australia?",
    "Compare the climates of Norway and Portugal in a table.",
    "Is the Danube longer than the Rhine?",
    "Wie komme ich am besten von Hamburg nach Prag?",
    "Welche Flüsse fließen durch Ungarn?",
    "Plan a weekend in Lisbon with two museums.",
    "Which animals live in Madagascar?",
    "country;capital\nPeru;Lima\nChile;Santiago",
  ])("When no person or address belongs to a place, then the place stays: %s", (text) => {
    expect(placesIn(text)).toEqual([]);
  });

  test("When places stay by default, then they are counted with the reason default", () => {
    const [field] = sanitised(["How large are Norway and Portugal?"]);
    expect(field?.left).toEqual([{ type: "LOCATION", reason: "default", count: 2 }]);
  });
});

describe("Settings for places", () => {
  const text = "How large are Norway and Portugal?";
  test.each([
    ["the setting is all", { places: "all" }],
    ["a policy replaces LOCATION", { policy: { types: { LOCATION: true } } }],
  ] satisfies [string, Setting][])("When %s, then every place is replaced", (_when, setting) => {
    expect(placesIn(text, setting)).toEqual(["Norway", "Portugal"]);
  });

  test("When a policy keeps LOCATION, then no place is replaced", () => {
    const policy = { types: { LOCATION: false } };
    expect(placesIn("I live in Leeds.", { policy, places: "all" })).toEqual([]);
  });
});
