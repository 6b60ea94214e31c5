import { describe, expect, test } from "@jest/globals";
import { decode } from "../../../test/decode.ts";

/** The probabilities that the model gives an unknown word: person, place, organization. */
const PLACE = [0.05, 0.9, 0] as const;

function found(text: string): string[] {
  return decode(text, { Hallworth: PLACE, Brodbeck: PLACE });
}

describe("An unlisted word that the model takes for a place", () => {
  test.each([
    ["please ask Hallworth about it"],
    ["she reports to Hallworth now"],
    ["hand the keys over to Hallworth"],
    ["i spoke briefly with Hallworth"],
    ["signed by Hallworth"],
    ["could we loop in Hallworth"],
    ["then Hallworth said so"],
    ["as Hallworth and I agreed"],
    ["and Hallworth is on sick leave"],
    ["frag mal nicht, frag Hallworth"],
    ["mit Hallworth abgestimmt"],
    ["ein Termin mit Hallworth"],
    ["an Hallworth weiterleiten"],
    ["von Hallworth unterschrieben"],
    ["ich warte noch auf Hallworth"],
    ["dass Hallworth und ich fahren"],
    ["weil Hallworth sich meldet, und Brodbeck hat sich nicht gemeldet"],
  ])("an unlisted word is a person next to a verb that is used of persons: %s", (text) => {
    const name = text.includes("Brodbeck") ? "Brodbeck" : "Hallworth";
    expect(found(text)).toContain(`PERSON ${name} 0.55`);
  });

  test.each([
    ["the train to Hallworth"],
    ["he walked with me to Hallworth"],
    ["we live by Hallworth"],
    ["copied it. Later, in Hallworth"],
    ["the Hallworth said so"],
    ["for Hallworth and you"],
    ["a report, sent to Hallworth"],
    ["mit Hallworth verbunden"],
    ["die Fahrt an Hallworth vorbei"],
    ["von Hallworth nach Brodbeck"],
    ["auf Hallworth"],
  ])("an unlisted word stays a place without a verb that is used of persons: %s", (text) => {
    expect(found(text).every((name) => name.startsWith("LOCATION"))).toBe(true);
  });

  test('an unlisted compound of two known words is a person after "ask", unless the language forms compounds', () => {
    const person = (compounds: boolean) =>
      decode("ask Lockhurst about it", { Lockhurst: PLACE }, { compounds });
    expect(person(false)).toEqual(["PERSON Lockhurst 0.55"]);
    expect(person(true)).toEqual(["LOCATION Lockhurst 0.90"]);
  });

  test('a listed place, an abbreviation or a part of a longer name is not a person after "ask"', () => {
    for (const text of [
      "ask Berlin",
      "ask ABC",
      "ask New Hallworth",
      "ask Hallworth Green",
      "ask Hallworth-Nord",
    ])
      expect(found(text).filter((name) => name.startsWith("PERSON"))).toEqual([]);
  });
});
