/** The types of placeholders. LITERAL stands for user text that looks like a placeholder. */
export const ENTITY_TYPES = [
  "PERSON",
  "USERNAME",
  "EMAIL",
  "PHONE",
  "STREET_ADDRESS",
  "POSTAL_CODE",
  "LOCATION",
  "ORGANIZATION",
  "DATE_OF_BIRTH",
  "DATE_TIME",
  "AGE",
  "IBAN",
  "CREDIT_CARD",
  "BANK_ACCOUNT",
  "CRYPTO_WALLET",
  "IP_ADDRESS",
  "MAC_ADDRESS",
  "URL",
  "SECRET",
  "ID_NUMBER",
  "US_SSN",
  "US_ITIN",
  "US_PASSPORT",
  "US_DRIVER_LICENSE",
  "US_NPI",
  "US_MBI",
  "US_ABA_ROUTING",
  "GB_NINO",
  "GB_NHS",
  "GB_PASSPORT",
  "GB_DRIVER_LICENSE",
  "GB_LICENSE_PLATE",
  "DE_TAX_ID",
  "DE_TAX_NUMBER",
  "DE_SOCIAL_SECURITY",
  "DE_HEALTH_INSURANCE",
  "DE_ID_CARD",
  "DE_PASSPORT",
  "DE_DRIVER_LICENSE",
  "DE_VAT_ID",
  "DE_COMMERCIAL_REGISTER",
  "DE_LICENSE_PLATE",
  "DE_LANR",
  "DE_BSNR",
  "KNOWN_ENTITY",
  "LITERAL",
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

const ALIASES = {
  EMAIL_ADDRESS: "EMAIL",
  PHONE_NUMBER: "PHONE",
  IBAN_CODE: "IBAN",
  DOMAIN_NAME: "URL",
  ZIP_CODE: "POSTAL_CODE",
  ID: "ID_NUMBER",
  ORG: "ORGANIZATION",
  DATE: "DATE_TIME",
  DOB: "DATE_OF_BIRTH",
  ADDRESS: "STREET_ADDRESS",
  CRYPTO: "CRYPTO_WALLET",
  US_BANK_NUMBER: "BANK_ACCOUNT",
} as const satisfies Readonly<Record<string, EntityType>>;

/** A type that policies and lists may name: its own name or an alias. */
export type EntityTypeName = Exclude<EntityType, "LITERAL"> | keyof typeof ALIASES;

export const ENTITY_TYPE_NAMES = [
  // Excludes LITERAL because no policy may apply to it: text that looks like a placeholder is
  // always replaced.
  ...ENTITY_TYPES.filter((type) => type !== "LITERAL"),
  ...Object.keys(ALIASES),
] as readonly EntityTypeName[];

const TYPES = new Map<string, EntityType>([
  ...ENTITY_TYPES.map((type) => [type, type] as const),
  ...Object.entries(ALIASES),
]);

/** Returns the type with this name or alias, if any. Names are case-sensitive. */
export function entityTypeOf(name: EntityTypeName): EntityType;
export function entityTypeOf(name: string): EntityType | undefined;
export function entityTypeOf(name: string): EntityType | undefined {
  return TYPES.get(name);
}

/**
 * Types that are detected but stay in the text unless a policy says otherwise, because alone they
 * rarely identify a person. The same applies to a LOCATION that belongs to no person and no address
 * (`general` in `@veil/pii`).
 */
export const NOT_REDACTED_BY_DEFAULT: ReadonlySet<EntityType> = new Set([
  "ORGANIZATION",
  "DATE_TIME",
]);

/**
 * The default minimum confidence of some types. It excludes impersonal URLs, and codes that only
 * look like ID numbers.
 */
export const DEFAULT_THRESHOLDS: Readonly<Partial<Record<EntityType, number>>> = {
  URL: 0.4,
  ID_NUMBER: 0.4,
};
