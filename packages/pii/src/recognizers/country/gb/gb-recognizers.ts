import type { Recognizer } from "../../../finding.ts";
import { drivingLicense } from "./driving-license.ts";
import { licensePlate } from "./license-plate.ts";
import { nhsNumber } from "./nhs-number.ts";
import { nino } from "./nino.ts";
import { gbPassport } from "./passport.ts";

export const GB_RECOGNIZERS: readonly Recognizer[] = [
  nino,
  nhsNumber,
  gbPassport,
  drivingLicense,
  licensePlate,
];
