import type { Recognizer } from "../../../finding.ts";
import { abaRouting } from "./aba-routing.ts";
import { deaNumber } from "./dea-number.ts";
import { driverLicense } from "./driver-license.ts";
import { itin } from "./itin.ts";
import { licensePlate } from "./license-plate.ts";
import { mbi } from "./mbi.ts";
import { npi } from "./npi.ts";
import { usPassport } from "./passport.ts";
import { ssn } from "./ssn.ts";

export const US_RECOGNIZERS: readonly Recognizer[] = [
  ssn,
  itin,
  usPassport,
  driverLicense,
  npi,
  mbi,
  abaRouting,
  deaNumber,
  licensePlate,
];
