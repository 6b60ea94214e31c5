import type { Recognizer } from "../../finding.ts";
import { addressIndia } from "./address-india.ts";
import { militaryAddress } from "./military-address.ts";
import { placeAndDate } from "./place-and-date.ts";
import { placeByVerb } from "./place-by-verb.ts";
import { placeLabel } from "./place-label.ts";
import { postalCodeDe } from "./postal-code-de.ts";
import { postalCodeGb } from "./postal-code-gb.ts";
import { postalCodeIe } from "./postal-code-ie.ts";
import { postalCodeUs } from "./postal-code-us.ts";
import { streetAddress } from "./street-address.ts";
import { streetNameDe } from "./street-name-de.ts";
import { streetPhraseDe } from "./street-phrase-de.ts";
import { townBeforeState } from "./town-before-state.ts";
import { townByCode } from "./town-by-code.ts";

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
