import type { Finding } from "../finding.ts";
import { nameClarities } from "../gazetteers/gazetteer.ts";
import { isNoName } from "../gazetteers/no-names.ts";
import { isNerFinding } from "./is-ner-finding.ts";

const WORD = /\p{L}[\p{L}\p{M}'’-]+/gu;
const CAPITALIZED = /^\p{Lu}\p{Ll}/u;
const SURE = 0.8;

/** Types that are not replaced by default and that parts of a URL look like. */
const STAYING: ReadonlySet<Finding["type"]> = new Set(["DATE_TIME", "ORGANIZATION", "URL"]);

/**
 * Returns whether a finding in joined words counts. Findings of patterns do. The name model reads
 * sentences and may be wrong in `max_depth` and `/usr/lib`, so only full names count.
 */
export function countsInJoinedWords(finding: Finding, read: string): boolean {
  const { type, confidence } = finding;
  if (STAYING.has(type)) return false;
  if (!isNerFinding(finding)) return true;
  if (type !== "PERSON") return false;
  const words = read.match(WORD) ?? [];
  return words.some((given, index) =>
    words.some((family, other) => {
      return other !== index && isFullName(given, family, confidence >= SURE);
    }),
  );
}

function isFullName(given: string, family: string, isSure: boolean): boolean {
  if (isNoName(given) || isNoName(family)) return false;
  const [asGiven] = nameClarities(given);
  const [familyAsGiven, asFamily] = nameClarities(family);
  if (asGiven === "clear" && asFamily !== "unknown") return true;
  if (asGiven === "ambiguous" && asFamily === "clear") return true;
  if (!isSure || !CAPITALIZED.test(given) || !CAPITALIZED.test(family)) return false;
  if (asFamily === "clear") return asGiven === "unknown";
  return asGiven !== "unknown" && asFamily === "unknown" && familyAsGiven === "unknown";
}
