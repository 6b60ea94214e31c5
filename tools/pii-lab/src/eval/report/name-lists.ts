import type { NameModels } from "@veil/pii/models";
import { hashFolded, hashLower, LEXICON_FLAGS } from "@veil/pii/ner";
import type { IsKnownName } from "./miss-categories.ts";

const F = LEXICON_FLAGS;
const PERSONS = F.FIRST | F.FIRST_OWN | F.LAST | F.LAST_TOP | F.LAST_RARE;

export function nameLists({ en, de }: NameModels): IsKnownName {
  return (word, language) => {
    const { lexicon } = language === "de" ? de : en;
    const flags = lexicon.flagsOf(hashLower(word)) | lexicon.flagsOf(hashFolded(word));
    return (flags & PERSONS) !== 0;
  };
}
