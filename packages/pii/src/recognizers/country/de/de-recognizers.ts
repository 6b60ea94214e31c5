import type { Recognizer } from "../../../finding.ts";
import { bsnr } from "./bsnr.ts";
import { commercialRegister } from "./commercial-register.ts";
import { driverLicense } from "./driver-license.ts";
import { euVatId } from "./eu-vat-id.ts";
import { healthInsurance } from "./health-insurance.ts";
import { idCard } from "./id-card.ts";
import { lanr } from "./lanr.ts";
import { licensePlate } from "./license-plate.ts";
import { passport } from "./passport.ts";
import { socialSecurity } from "./social-security.ts";
import { taxId } from "./tax-id.ts";
import { taxNumber } from "./tax-number.ts";
import { vatId } from "./vat-id.ts";

export const DE_RECOGNIZERS: readonly Recognizer[] = [
  taxId,
  taxNumber,
  socialSecurity,
  healthInsurance,
  idCard,
  passport,
  driverLicense,
  vatId,
  euVatId,
  commercialRegister,
  licensePlate,
  lanr,
  bsnr,
];
