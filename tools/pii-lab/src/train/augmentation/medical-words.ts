import type { Language } from "@veil/contracts/sanitiser";
import type { Random } from "../../random.ts";
import { wordsOf } from "../text-lists.ts";
import { capitalize } from "./people.ts";

const FORMS: Readonly<Record<Language, readonly string[]>> = {
  de: ["Salbe", "Tropfen", "Saft", "Prolong", "retard", "Tbl.", "Trpf.", "comp", "forte", "Amp."],
  en: ["XR", "cream", "tablets", "drops", "ER", "ointment"],
};
const GRADES = "Level Grad Stadium Typ Phase Score Index Klasse Grade Stage".split(" ");

interface Morphemes {
  readonly stems: readonly string[];
  readonly endings: readonly string[];
  readonly drugStems: readonly string[];
  readonly drugEndings: readonly string[];
  readonly organs: readonly string[];
  readonly findings: readonly string[];
  readonly adjectives: readonly string[];
}

let morphemes: Morphemes | undefined;

/** Returns a made-up diagnosis, drug, finding or grade, sometimes abbreviated or misspelled. */
export function medicalWord(language: Language, random: Random, terms: readonly string[]): string {
  morphemes ??= readMorphemes();
  const word =
    language === "de" && random.chance(0.4)
      ? germanFinding(random, morphemes)
      : latinWord(language, random, morphemes, terms);
  return abbreviated(word, random);
}

function readMorphemes(): Morphemes {
  return {
    stems: wordsOf("medical-stems.txt"),
    endings: wordsOf("medical-endings.txt"),
    drugStems: wordsOf("drug-stems.txt"),
    drugEndings: wordsOf("drug-endings.txt"),
    organs: wordsOf("organs.de.txt"),
    findings: wordsOf("findings.de.txt"),
    adjectives: wordsOf("clinical-adjectives.de.txt"),
  };
}

/** Returns words such as "Nierenvene", "Leberfiliae", "Maligner Pleuraerguss". */
function germanFinding({ pick, chance }: Random, parts: Morphemes): string {
  const noun = pick(parts.organs) + pick(parts.findings);
  return chance(0.25) ? `${capitalize(pick(parts.adjectives))} ${noun}` : noun;
}

function latinWord(
  language: Language,
  random: Random,
  parts: Morphemes,
  terms: readonly string[],
): string {
  const { pick, next } = random;
  const drug = (): string => pick(parts.drugStems) + pick(parts.drugEndings);
  const x = next();
  if (x < 0.4) return capitalize(pick(parts.stems) + pick(parts.endings));
  if (x < 0.75) return drug();
  if (x < 0.8) return `${drug()} ${drug()}`;
  if (x < 0.88) return `${drug()} ${pick(FORMS[language])}`;
  if (x < 0.94) return `${pick(GRADES)} ${pick(["I", "II", "III", "IV", "V", "1", "2"])}`;
  return `${capitalize(pick(parts.stems))}-${pick(terms)}`;
}

function abbreviated(word: string, { next, between }: Random): string {
  const x = next();
  if (x < 0.08 && word.length > 7) return `${word.slice(0, between(3, 6))}.`;
  if (x < 0.14 && word.length > 6) {
    const lost = between(2, word.length - 2);
    return word.slice(0, lost) + word.slice(lost + 1);
  }
  return word;
}
