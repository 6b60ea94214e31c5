import type { NameLists } from "../src/train/lexicon/name-lists.ts";

const FIRST =
  "Anna Ben Clara David Emma Felix Greta Hugo Ida Jonas Karla Leo Mia Nils Olga Paul".split(" ");
const LAST =
  "Adler Becker Conrad Dietz Engel Franke Graf Hahn Iske Jahn Krug Lang Moser Noll Otto Pohl".split(
    " ",
  );
const CITY = ["Aachen", "Bonn", "Celle", "Dresden"];

export const SHORT_NAMES: NameLists = {
  locales: new Map([
    ["de", { first: FIRST, last: LAST, city: CITY }],
    ["en", { first: FIRST, last: LAST, city: CITY }],
    ["ja", { first: FIRST.map(() => "太郎"), last: LAST.map(() => "山田"), city: ["東京"] }],
  ]),
  first: { en: FIRST, de: FIRST },
  last: { en: LAST, de: LAST },
  rareGerman: LAST,
  spoken: { en: ["house", "train"], de: ["immer", "heute"] },
  written: { en: ["the", "of"], de: ["der", "die"] },
};
