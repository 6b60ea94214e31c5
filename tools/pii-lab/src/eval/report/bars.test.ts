/** @heavy measures the development sets */
import { expect, test } from "@jest/globals";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { dataFile, describeWhere } from "@veil/testing";
import { readCorpus } from "../corpus/read-corpus.ts";
import { typeNames } from "../corpus/type-names.ts";
import { measuredBars, SETS_WITH_BARS } from "./bars.ts";
import { measureSet } from "./measured-set.ts";

const files = SETS_WITH_BARS.flatMap((set) => {
  const file = dataFile(`dev/${set}.jsonl`);
  return file === undefined ? [] : [{ set, file }];
});

describeWhere(files.length > 0, "The bars of detection", "VEIL_DATA", () => {
  const deps = {
    engine: createEngine({ names: readBundledModels() }),
    nowMs: () => 0,
    signal: new AbortController().signal,
    note: () => {},
  };

  test.each(files)(
    "the figures of $set meet every bar, under both policies",
    async ({ set, file }) => {
      const corpus = await readCorpus(file);
      const names = typeNames(corpus);
      const bars = measuredBars(await measureSet({ name: set, corpus, names }, deps));
      expect(new Set(bars.map(({ policy }) => policy))).toEqual(new Set(["default", "all"]));
      expect(bars.filter(({ isMet }) => !isMet)).toEqual([]);
    },
  );
});
