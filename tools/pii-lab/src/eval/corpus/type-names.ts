import { type EntityType, entityTypeOf } from "@veil/contracts/entities";
import type { CorpusText } from "./corpus-text.ts";

/** Corpus names of types that have a different name here: the inverse of the contract's aliases. */
const CORPUS_NAMES: Partial<Readonly<Record<EntityType, string>>> = {
  EMAIL: "EMAIL_ADDRESS",
  PHONE: "PHONE_NUMBER",
  IBAN: "IBAN_CODE",
  URL: "DOMAIN_NAME",
  POSTAL_CODE: "ZIP_CODE",
  ID_NUMBER: "ID",
};

/** The name in corpora that do not annotate the kind. */
const ANY_KIND = "PII";
/** Types more specific than ID_NUMBER. */
const NATIONAL_ID = /^(?:US|GB|DE)_/;
const OTHER_IDS: ReadonlySet<string> = new Set(["BANK_ACCOUNT", "CREDIT_CARD", "IBAN"]);

export interface TypeNames {
  /** Returns the kind of a gold type, for any alias that the corpus uses. */
  readonly kindOfGold: (type: string) => string;
  /** Returns the kind of gold that a finding matches: its own, else a wider one of the corpus. */
  readonly kindOfFinding: (type: EntityType) => string;
  readonly nameOf: (kind: string) => string;
}

export function typeNames(texts: readonly CorpusText[]): TypeNames {
  const goldNames = new Map<string, string>();
  for (const { gold } of texts)
    for (const { type, optional } of gold)
      if (!optional && !goldNames.has(kindOf(type))) goldNames.set(kindOf(type), type);
  return {
    kindOfGold: kindOf,
    kindOfFinding: (type) => [type, ...widerThan(type)].find((kind) => goldNames.has(kind)) ?? type,
    nameOf: (kind) => goldNames.get(kind) ?? CORPUS_NAMES[kind as EntityType] ?? kind,
  };
}

function kindOf(type: string): string {
  return entityTypeOf(type) ?? type;
}

/** A date of birth is a date, a tax number is an ID, and everything is personal data. */
function widerThan(type: EntityType): readonly string[] {
  if (type === "DATE_OF_BIRTH") return ["DATE_TIME", ANY_KIND];
  if (NATIONAL_ID.test(type) || OTHER_IDS.has(type)) return ["ID_NUMBER", ANY_KIND];
  return [ANY_KIND];
}
