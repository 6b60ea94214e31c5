import { describe, expect, test } from "@jest/globals";
import { decode, type Marginals } from "../../../test/decode.ts";

describe("When a surname in capitals stands before a given name, then it is part of the person,", () => {
  const given: Marginals = { Anna: [0.9, 0, 0], Jonas: [0.9, 0, 0] };
  test.each<[string, Marginals]>([
    ["not found", {}],
    ["found as an organization", { GERODL: [0, 0, 0.9] }],
    ["found as another person", { GERODL: [0.9, 0, 0] }],
  ])("%s", (_how, surname) => {
    expect(decode("wir sahen GERODL, Anna gestern", { ...given, ...surname })).toEqual([
      "PERSON GERODL, Anna 0.90",
    ]);
  });

  test.each(["EKG, Anna", "GERODL,Anna", "GERODL Anna", "GERODL\nAnna", "HERR, Anna"])(
    "but not in %j",
    (text) => {
      expect(decode(`wir sahen ${text} gestern`, given)).toEqual(["PERSON Anna 0.90"]);
    },
  );
});

describe("When a rare surname stands before a given name in an entry, then it is part of the person,", () => {
  const given: Marginals = { Anna: [0.9, 0, 0], Jonas: [0.9, 0, 0] };
  const place: Marginals = { ...given, Gerodl: [0, 0.9, 0] };
  test.each<[string, Marginals]>([
    ["Gerodl, Anna", given],
    ["Gerodl, Anna", place],
    ["(Gerodl, Anna)", given],
    ["so: Gerodl, Anna; Rabe", given],
    ["wir schrieben an Gerodl, Anna wegen", given],
  ])("%j", (text, marginals) => {
    expect(decode(text, marginals)).toEqual(["PERSON Gerodl, Anna 0.90"]);
  });

  test.each([
    "Hochzeit, Anna",
    "Berlin, Anna",
    "Hallo, Anna",
    "Jonas, Anna",
    "und Gerodl, Anna kam",
    "Gerodl,Anna",
  ])("but not in %j", (text) => {
    expect(decode(text, { Anna: [0.9, 0, 0] })).toEqual(["PERSON Anna 0.90"]);
  });
});
