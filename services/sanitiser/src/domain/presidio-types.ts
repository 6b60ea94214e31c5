import { type EntityType, entityTypeOf } from "@veil/contracts/entities";

/**
 * Presidio's type names that differ from this project's names. Nationality, religion and politics
 * (`NRP`) have no counterpart; identifiers of other countries become `ID_NUMBER`. Source:
 * https://microsoft.github.io/presidio/supported_entities/
 */
const RENAMED = new Map<string, EntityType>(
  Object.entries({
    ABA_ROUTING_NUMBER: "US_ABA_ROUTING",
    DE_FUEHRERSCHEIN: "DE_DRIVER_LICENSE",
    DE_HANDELSREGISTER: "DE_COMMERCIAL_REGISTER",
    DE_KFZ: "DE_LICENSE_PLATE",
    DE_PLZ: "POSTAL_CODE",
    MEDICAL_LICENSE: "ID_NUMBER",
    UK_DRIVING_LICENCE: "GB_DRIVER_LICENSE",
    UK_NHS: "GB_NHS",
    UK_NINO: "GB_NINO",
    UK_PASSPORT: "GB_PASSPORT",
    UK_POSTCODE: "POSTAL_CODE",
    UK_VEHICLE_REGISTRATION: "GB_LICENSE_PLATE",
    US_HEALTH_INSURANCE_MEMBER_ID: "ID_NUMBER",
  }),
);
/**
 * Matches Presidio's types for identifiers of Australia, Spain, Finland, India, Italy, Korea,
 * Nigeria, Poland, Sweden, Singapore and more.
 */
const FOREIGN_IDENTIFIER =
  /^(?:AU|CA|ES|FI|IN|IT|KR|NG|PH|PL|SE|SG|TH|TR|ZA)_(?!POSTAL_CODE$)[A-Z_]+$/;

export function presidioType(name: string): EntityType | undefined {
  const own = RENAMED.get(name) ?? entityTypeOf(name);
  if (own === "LITERAL" || own === "KNOWN_ENTITY") return undefined;
  return own ?? (FOREIGN_IDENTIFIER.test(name) ? "ID_NUMBER" : undefined);
}
