import type { EntityType, PiiEngine } from "@veil/pii";

const WORDS: Readonly<Record<string, EntityType>> = {
  Anna: "PERSON",
  Acme: "ORGANIZATION",
  "a@b.co": "EMAIL",
};

/** Creates an engine that finds the first occurrence of each of three words. */
export function createWordEngine(): PiiEngine {
  return {
    layers: ["words"],
    find(text, { keep = () => true } = {}) {
      return Object.entries(WORDS)
        .map(([word, type]) => ({ word, type, start: text.indexOf(word) }))
        .filter(({ start }) => start >= 0)
        .map(({ word, type, start }) => ({
          start,
          end: start + word.length,
          type,
          confidence: 0.9,
          recognizer: "words",
        }))
        .filter(keep)
        .sort((a, b) => a.start - b.start);
    },
  };
}
