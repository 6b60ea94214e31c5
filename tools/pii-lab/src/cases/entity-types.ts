import type { EntityType } from "@veil/contracts/entities";
import { entityTypeOf } from "@veil/contracts/entities";

/** Our types for the entities of Presidio that have a different name here. */
const TYPES: Readonly<Record<string, readonly EntityType[]>> = {
  ABA_ROUTING_NUMBER: ["US_ABA_ROUTING"],
  MEDICAL_LICENSE: ["ID_NUMBER"],
  DATE_TIME: ["DATE_TIME", "DATE_OF_BIRTH", "AGE"],
  DE_FUEHRERSCHEIN: ["DE_DRIVER_LICENSE"],
  DE_HANDELSREGISTER: ["DE_COMMERCIAL_REGISTER"],
  DE_KFZ: ["DE_LICENSE_PLATE"],
  DE_PLZ: ["POSTAL_CODE"],
  UK_DRIVING_LICENCE: ["GB_DRIVER_LICENSE"],
  UK_NHS: ["GB_NHS"],
  UK_NINO: ["GB_NINO"],
  UK_PASSPORT: ["GB_PASSPORT"],
  UK_POSTCODE: ["POSTAL_CODE"],
  UK_VEHICLE_REGISTRATION: ["GB_LICENSE_PLATE"],
};

export function typesOf(entity: string): readonly EntityType[] {
  const type = entityTypeOf(entity);
  return TYPES[entity] ?? (type === undefined ? [] : [type]);
}
