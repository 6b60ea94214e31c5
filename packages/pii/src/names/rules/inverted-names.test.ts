import { describe, expect, test } from "@jest/globals";
import { decode, type Marginals } from "../../../test/decode.ts";

describe("A surname in capitals before a given name", () => {
  const given: Marginals = { Anna: [0.9, 0, 0], Jonas: [0.9, 0, 0] };
  test.each<[string, Marginals]>([
    ["not found", {}],
    ["found as an organization", { GERODL: [0, 0, 0.9] }],
    ["found as another person", { GERODL: [0.9, 0, 0] }],
  ])(
    "a surname in capitals before a given name joins the person when it is %s",
    (_how, surname) => {
      expect(decode("wir sahen GERODL, Anna gestern", { ...given, ...surname })).toEqual([
        "PERSON GERODL, Anna 0.90",
      ]);
    },
  );

  test.each(["EKG, Anna", "GERODL,Anna", "GERODL Anna", "GERODL\nAnna", "HERR, Anna"])(
    "no word in capitals joins the person in %j",
    (text) => {
      expect(decode(`wir sahen ${text} gestern`, given)).toEqual(["PERSON Anna 0.90"]);
    },
  );
});

describe("A rare surname before a given name in an entry", () => {
  const given: Marginals = { Anna: [0.9, 0, 0], Jonas: [0.9, 0, 0] };
  const place: Marginals = { ...given, Gerodl: [0, 0.9, 0] };
  test.each<[string, Marginals]>([
    ["Gerodl, Anna", given],
    ["Gerodl, Anna", place],
    ["(Gerodl, Anna)", given],
    ["so: Gerodl, Anna; Rabe", given],
    ["wir schrieben an Gerodl, Anna wegen", given],
  ])("a rare surname before a given name joins the person in %j", (text, marginals) => {
    expect(decode(text, marginals)).toEqual(["PERSON Gerodl, Anna 0.90"]);
  });

  test.each([
    "Hochzeit, Anna",
    "Berlin, Anna",
    "Hallo, Anna",
    "Jonas, Anna",
    "und Gerodl, Anna kam",
    "Gerodl,Anna",
  ])("no word joins the person in %j", (text) => {
    expect(decode(text, { Anna: [0.9, 0, 0] })).toEqual(["PERSON Anna 0.90"]);
  });
});
