import { type EntityType, entityTypeOf } from "@veil/contracts/entities";
import type { CorpusText } from "./corpus-text.ts";

/**
 * Type names of corpora that differ from ours, by our type name: the inverse of the contract's
 * aliases.
 */
const CORPUS_NAMES: Partial<Readonly<Record<EntityType, string>>> = {
  EMAIL: "EMAIL_ADDRESS",
  PHONE: "PHONE_NUMBER",
  IBAN: "IBAN_CODE",
  URL: "DOMAIN_NAME",
  POSTAL_CODE: "ZIP_CODE",
  ID_NUMBER: "ID",
};

/** The type of all spans in corpora that do not distinguish types. */
const ANY_KIND = "PII";
/** Types with these prefixes, and those in OTHER_IDS, are more specific than ID_NUMBER. */
const NATIONAL_ID = /^(?:US|GB|DE)_/;
const OTHER_IDS: ReadonlySet<string> = new Set(["BANK_ACCOUNT", "CREDIT_CARD", "IBAN"]);

export interface TypeNames {
  /** Returns our type for a corpus's type name, or that name if we have no such type. */
  readonly kindOfGold: (type: string) => string;
  /**
   * Returns the kind of a finding: its type, or a more general one if the corpus annotates only
   * that.
   */
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

/**
 * Returns more general types: a birth date is a date, a tax number an ID, and everything is PII.
 */
function widerThan(type: EntityType): readonly string[] {
  if (type === "DATE_OF_BIRTH") return ["DATE_TIME", ANY_KIND];
  if (NATIONAL_ID.test(type) || OTHER_IDS.has(type)) return ["ID_NUMBER", ANY_KIND];
  return [ANY_KIND];
}
