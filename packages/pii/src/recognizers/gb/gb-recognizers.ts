import type { Recognizer } from "../../finding.ts";
import { drivingLicence } from "./driving-licence.ts";
import { licensePlate } from "./license-plate.ts";
import { nhsNumber } from "./nhs-number.ts";
import { nino } from "./nino.ts";
import { gbPassport } from "./passport.ts";

/** Identifiers that authorities of the United Kingdom assign. */
export const GB_RECOGNIZERS: readonly Recognizer[] = [
  nino,
  nhsNumber,
  gbPassport,
  drivingLicence,
  licensePlate,
];
