import { describe, expect, test } from "@jest/globals";
import { decode, type Marginals, thresholds } from "../../test/decode.ts";
import { tinyLexicon } from "../../test/tiny-model.ts";
import { decodeNames } from "./decode.ts";
import { CLASSES } from "./model/marginals.ts";
import { tokenize } from "./tokens/tokenize.ts";
import { Tokens } from "./tokens/tokens.ts";

describe("Names are decoded from probabilities", () => {
  test.each<[string, Marginals, string[]]>([
    ["we saw Koch there", { Koch: [0.3, 0, 0] }, ["PERSON Koch 0.30"]],
    ["we saw Koch there", { Koch: [0.29, 0, 0] }, []],
    ["we saw Anna Koch there", { Anna: [0.9, 0, 0], Koch: [0.4, 0, 0] }, ["PERSON Anna Koch 0.90"]],
    [
      "so Anna-Koch there",
      { Anna: [0.9, 0, 0], "-": [0.9, 0, 0], Koch: [0.5, 0, 0] },
      ["PERSON Anna-Koch 0.90"],
    ],
    ["so Anna- there", { Anna: [0.9, 0, 0] }, ["PERSON Anna 0.90"]],
    ["go to Berlin", { Berlin: [0, 0.3, 0.25] }, ["LOCATION Berlin 0.30"]],
    ["go to Berlin", { Berlin: [0, 0.25, 0.3] }, ["ORGANIZATION Berlin 0.30"]],
    ["go to Berlin", { Berlin: [0, 0.25, 0.2] }, []],
    ["go to Berlin", { Berlin: [0.35, 0.6, 0] }, ["LOCATION Berlin 0.60"]],
    ["go to Berlin", { Berlin: [0.35, 0.3, 0.3] }, ["PERSON Berlin 0.35"]],
    [
      "in Berlin\nKoch und",
      { Berlin: [0.9, 0, 0], Koch: [0.9, 0, 0] },
      ["PERSON Berlin 0.90", "PERSON Koch 0.90"],
    ],
  ])("%j with the probabilities %j has the expected names", (text, marginals, expected) => {
    expect(decode(text, marginals)).toEqual(expected);
  });
});

describe("The threshold of a person depends on the context", () => {
  const likely: Marginals = { Koch: [0.12, 0, 0] };
  test.each(["Name: Koch", "Hallo Koch, wie"])(
    "a person with probability 0.12 is found after a label or greeting: %j",
    (text) => {
      expect(decode(text, likely)).toEqual(["PERSON Koch 0.12"]);
    },
  );

  test.each(["we met Frau Koch there", "we met Dr. Koch there"])(
    "any word after a title is a person: %j",
    (text) => {
      expect(decode(text, {})).toEqual(["PERSON Koch 0.70"]);
    },
  );

  test("any word on the line below the closing of a letter is a person", () => {
    expect(decode("and so on\nKind regards,\nKoch", {})).toEqual(["PERSON Koch 0.70"]);
  });

  test.each([
    "we met Koch there",
    "Frau\nKoch ist",
    "go from Koch",
    "regards\nto all of you\nKoch ist",
  ])(
    "a person with probability 0.12 is not found without an introduction on the same line: %j",
    (text) => {
      expect(decode(text, likely)).toEqual([]);
    },
  );

  test("a single word at the start of a line needs a higher probability to be a person", () => {
    expect(decode("Koch: yes", { Koch: [0.4, 0, 0] })).toEqual([]);
    expect(decode("Koch: yes", { Koch: [0.6, 0, 0] })).toEqual(["PERSON Koch 0.60"]);
    expect(decode("Koch ran home", { Koch: [0.4, 0, 0] })).toEqual(["PERSON Koch 0.40"]);
  });

  test("an unlisted lower-case word needs a higher probability to be a person than a listed one", () => {
    const both: Marginals = { butler: [0.5, 0, 0], anna: [0.5, 0, 0] };
    expect(decode("that butler went", both)).toEqual([]);
    expect(decode("that anna went", both)).toEqual(["PERSON anna 0.50"]);
  });
});

test("When a word is surely a person once, then its other mentions need only a low probability", () => {
  const text = "we saw Koch there, and Koch here";
  expect(decode(text, { Koch: [0.05, 0, 0] })).toEqual([]);
  const tokens = new Tokens();
  tokenize(text, tinyLexicon(), tokens);
  const values = new Float32Array(tokens.count * CLASSES);
  for (let row = 0; row < tokens.count; row += 1) values[row * CLASSES] = 1;
  for (const [at, person] of [
    [2, 0.9],
    [6, 0.05],
  ] as const)
    values.set([1 - person, person, 0, 0], at * CLASSES);
  expect(
    decodeNames(tokens, values, text, {
      thresholds,
      titles: false,
      fullNames: false,
      compounds: false,
    }),
  ).toHaveLength(2);
});

test("When titles are enabled, then they are part of the person", () => {
  const sure: Marginals = { Koch: [0.9, 0, 0], Berlin: [0, 0.9, 0] };
  expect(decode("saw Prof. Dr. Koch", sure, { titles: true })).toEqual([
    "PERSON Prof. Dr. Koch 0.90",
  ]);
  expect(decode("saw Mr Koch", sure, { titles: true })).toEqual(["PERSON Mr Koch 0.90"]);
  expect(decode("saw Mr\nKoch", sure, { titles: true })).toEqual(["PERSON Koch 0.90"]);
  expect(decode("saw Dr. Berlin", sure, { titles: true })).toEqual(["LOCATION Berlin 0.90"]);
});

describe("A word that could be a person or an organization", () => {
  const close = { personShare: 0.5 };
  test("a listed name is a person when its probability is at least half of the organization's", () => {
    expect(decode("we saw Koch there", { Koch: [0.3, 0, 0.6] }, close)).toEqual([
      "PERSON Koch 0.30",
    ]);
    expect(decode("we saw Koch there", { Koch: [0.3, 0, 0.61] }, close)).toEqual([
      "ORGANIZATION Koch 0.61",
    ]);
  });

  test.each(["Nokia", "KOCH"])(
    "an unlisted or all-capital name is an organization when an organization is likelier: %s",
    (word) => {
      const likelier: Marginals = { [word]: [0.4, 0, 0.5] };
      expect(decode(`we saw ${word} there`, likelier, close)).toEqual([
        `ORGANIZATION ${word} 0.50`,
      ]);
    },
  );

  test("an organization that has the form of a full name is a person when fullNames is enabled", () => {
    const firm: Marginals = { Anna: [0, 0, 0.9], Nokia: [0, 0, 0.9], Koch: [0, 0, 0.9] };
    const full = { fullNames: true };
    expect(decode("by Anna Nokia", firm, full)).toEqual(["PERSON Anna Nokia 0.50"]);
    expect(decode("by Anna Nokia", firm)).toEqual(["ORGANIZATION Anna Nokia 0.90"]);
    for (const other of ["Koch Nokia", "Anna Koch Nokia", "ANNA Nokia", "Anna NOKIA"])
      expect(
        decode(`by ${other}`, { ...firm, ANNA: [0, 0, 0.9], NOKIA: [0, 0, 0.9] }, full),
      ).toEqual([`ORGANIZATION ${other} 0.90`]);
  });
});

describe("The threshold of a German genitive before a noun", () => {
  const genitive = { genitive: 0.05 };
  const likely: Marginals = { Wulffs: [0.06, 0, 0], Kochs: [0.06, 0, 0] };
  test.each(["nach Wulffs Hochzeit", "mit Kochs guter Hochzeit"])(
    "a person with probability 0.06 is found because a noun follows the genitive: %j",
    (text) => {
      expect(decode(text, likely, genitive)).toEqual([expect.stringContaining(" 0.06")]);
      expect(decode(text, likely)).toEqual([]);
    },
  );

  test.each(["des Wulffs Hochzeit", "guten Wulffs Hochzeit", "Wulffs kam", "Akutes Hochzeit"])(
    "a person with probability 0.06 is not found without a name in the genitive before a noun: %j",
    (text) => {
      expect(decode(text, { ...likely, Akutes: [0.06, 0, 0] }, genitive)).toEqual([]);
    },
  );
});

describe("Parts of a name are joined", () => {
  const sure: Marginals = {
    Anna: [0.9, 0, 0],
    Jonas: [0.9, 0, 0],
    Koch: [0.9, 0, 0],
    H: [0.9, 0, 0],
    ".": [0.9, 0, 0],
    Rabe: [0.9, 0, 0],
  };

  test.each([
    ["Koch, Anna", ["Koch, Anna"]],
    ["From: Koch, Anna <a", ["Koch, Anna"]],
    ["Weber; Koch, A. B.; Rabe, Jonas", ["Koch, A. B.", "Rabe, Jonas"]],
    ["Koch, Anna   MRN", ["Koch, Anna"]],
    ["Anna al-Rabe", ["Anna al-Rabe"]],
    ["Jonas von und zu Rabe", ["Jonas von und zu Rabe"]],
    ["Jonas v. Rabe", ["Jonas v. Rabe"]],
    ["with K.-H. Koch", ["K.-H. Koch"]],
  ])("the parts of one name become one finding: %j", (text, expected) => {
    expect(decode(text, sure).map((name) => name.slice(7, -5))).toEqual(expected);
  });

  test.each([
    ["Anna, Jonas", ["Anna", "Jonas"]],
    ["we met Koch, Anna and others", ["Koch", "Anna"]],
    ["Koch,Anna", ["Koch", "Anna"]],
    ["von Anna und Jonas Koch", ["Anna", "Jonas Koch"]],
    ["Anna Koch, H. Rabe", ["Anna Koch", "H. Rabe"]],
    ["Koch v. Rabe", ["Koch", "Rabe"]],
    ["Anna Koch   Jonas", ["Anna Koch", "Jonas"]],
    ["Koch\nIBAN", ["Koch"]],
  ])("different names stay different findings: %j", (text, expected) => {
    const withLabels = { ...sure, IBAN: [0.9, 0, 0] as const };
    expect(decode(text, withLabels).map((name) => name.slice(7, -5))).toEqual(expected);
  });
});
