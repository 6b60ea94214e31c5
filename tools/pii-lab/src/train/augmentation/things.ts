import type { Language } from "@veil/contracts/sanitiser";
import type { Random } from "../../random.ts";
import { termsOf, wordsOf } from "../text-lists.ts";
import { medicalWord } from "./medical-words.ts";
import { capitalize } from "./people.ts";

export interface Things {
  term(): string;
  company(): string;
  product(): string;
  /** Returns an identifier such as "maxRetries", "OrderService" or "row_count". */
  identifier(): string;
  misspelled(): string;
}

const EVERYDAY = /compan|media|organisations/u;
const PRODUCTS =
  "Windows 11|Excel|Outlook|Jira|Galaxy S21|iPhone 13|Photoshop|Chrome|Firefox|Teams|Zoom|Android|Word|PowerPoint|Docker|Kubernetes|Postgres|Ibuprofen|Aspirin|Metoprolol|Ramipril|Pantoprazol|Golf GTI|Model 3|PlayStation 5|Xbox|Kindle|ThinkPad|MacBook Pro|Office 365|Tylenol|Lisinopril|Metformin|Honda Civic|Ford Focus".split(
    "|",
  );
const MEDICAL_SHARE: Readonly<Record<Language, number>> = { de: 0.25, en: 0.12 };

/** The share of terms that are German compounds of everyday words, which no word list contains. */
const COMPOUND_SHARE: Readonly<Record<Language, number>> = { de: 0.25, en: 0 };

export function createThings(
  language: Language,
  commonWords: readonly string[],
  random: Random,
): Things {
  const sections = [...termsOf(`terms.${language}.txt`)];
  const inSections = (companies: boolean): readonly string[] =>
    sections.filter(([name]) => EVERYDAY.test(name) === companies).flatMap(([, terms]) => terms);
  const terms = inSections(false);
  const companies = inSections(true);
  const { pick, chance } = random;
  const words = commonWords.slice(0, 8000).filter((word) => /^\p{L}{4,12}$/u.test(word));
  const codeWords = wordsOf("programming-words.txt");
  const heads = wordsOf("compound-heads.de.txt");
  const tails = wordsOf("compound-tails.de.txt");
  return {
    term() {
      if (chance(MEDICAL_SHARE[language])) return medicalWord(language, random, terms);
      return chance(COMPOUND_SHARE[language]) ? pick(heads) + pick(tails) : pick(terms);
    },
    company: () => pick(companies),
    product: () => pick(PRODUCTS),
    identifier: () => identifierOf(codeWords, random),
    misspelled: () => mistype(pick(words), random),
  };
}

function mistype(word: string, { below, between }: Random): string {
  const at = between(1, word.length - 2);
  const start = word.slice(0, at);
  const [letter = "", next = ""] = word.slice(at);
  const rest = word.slice(at + 2);
  return start + ([next, letter + letter + next, next + letter][below(3)] ?? "") + rest;
}

function identifierOf(words: readonly string[], { pick, chance, between }: Random): string {
  const parts = Array.from({ length: between(1, 3) }, () => pick(words));
  if (chance(0.3)) return parts.join("_");
  const camel = parts.map((part, at) => (at === 0 ? part : capitalize(part))).join("");
  return chance(0.5) ? capitalize(camel) : camel;
}
