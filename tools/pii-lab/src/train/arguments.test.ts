import { describe, expect, test } from "@jest/globals";
import { parseTrainArguments } from "./arguments.ts";
import { dataProblem } from "./corpora/data-folder.ts";

describe("the arguments of pii:train", () => {
  test("When no options are given, then both languages are trained with seed 1 and measured", () => {
    expect(parseTrainArguments([])).toEqual({
      kind: "train",
      languages: ["en", "de"],
      seed: 1,
      out: undefined,
      evaluate: true,
    });
  });

  test("When --language, --seed, --out and --no-eval are given, then they replace the defaults", () => {
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
    "The arguments %s %s of pii:train are refused",
    (...args) => {
      expect(() => parseTrainArguments(args.filter((arg) => arg !== undefined))).toThrow();
    },
  );
});

describe("the data folder", () => {
  test("When the data folder is missing, then the message names the missing files and the setting VEIL_DATA", () => {
    expect(dataProblem("/nonexistent")).toMatch(/TRAIN_en.*VEIL_DATA/u);
  });
});
