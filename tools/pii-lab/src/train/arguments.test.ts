import { describe, expect, test } from "@jest/globals";
import { parseTrainArguments } from "./arguments.ts";
import { dataProblem } from "./corpora/data-folder.ts";

describe("the arguments of pii:train", () => {
  test("Without options, both languages are trained with seed 1 and measured", () => {
    expect(parseTrainArguments([])).toEqual({
      kind: "train",
      languages: ["en", "de"],
      seed: 1,
      out: undefined,
      evaluate: true,
    });
  });

  test("One language, a seed and a folder can be chosen", () => {
    const args = ["--language", "de", "--seed", "7", "--out", "x", "--no-eval"];
    expect(parseTrainArguments(args)).toEqual({
      kind: "train",
      languages: ["de"],
      seed: 7,
      out: "x",
      evaluate: false,
    });
  });

  test.each([["--language", "fr"], ["--seed", "-1"], ["--seed", "x"], ["--nonsense"]])(
    "%s %s is refused",
    (...args) => {
      expect(() => parseTrainArguments(args.filter((arg) => arg !== undefined))).toThrow();
    },
  );
});

describe("the data folder", () => {
  test("When the folder is missing, then the message says what is missing and which setting helps", () => {
    expect(dataProblem("/nonexistent")).toMatch(/TRAIN_en.*VEIL_DATA/u);
  });
});
