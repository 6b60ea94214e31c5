import type { Recognizer } from "../../finding.ts";
import { addressIndia } from "./addresses/address-india.ts";
import { militaryAddress } from "./addresses/military-address.ts";
import { streetAddress } from "./addresses/street-address.ts";
import { streetNameDe } from "./addresses/street-name-de.ts";
import { streetPhraseDe } from "./addresses/street-phrase-de.ts";
import { placeAndDate } from "./place-and-date.ts";
import { placeByVerb } from "./place-by-verb.ts";
import { placeLabel } from "./place-label.ts";
import { postalCodeDe } from "./postal-codes/postal-code-de.ts";
import { postalCodeGb } from "./postal-codes/postal-code-gb.ts";
import { postalCodeIe } from "./postal-codes/postal-code-ie.ts";
import { postalCodeUs } from "./postal-codes/postal-code-us.ts";
import { townByCode } from "./postal-codes/town-by-code.ts";
import { townBeforeState } from "./town-before-state.ts";

export const PLACE_RECOGNIZERS: readonly Recognizer[] = [
  streetAddress,
  militaryAddress,
  streetNameDe,
  streetPhraseDe,
  addressIndia,
  postalCodeUs,
  postalCodeGb,
  postalCodeIe,
  postalCodeDe,
  townByCode,
  townBeforeState,
  placeByVerb,
  placeLabel,
  placeAndDate,
];
