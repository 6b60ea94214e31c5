import type { Recognizer } from "../../finding.ts";
import { militaryAddress } from "./military-address.ts";
import { streetAddress } from "./street-address.ts";

/** Addresses, postal codes, and places by what stands around them. */
export const PLACE_RECOGNIZERS: readonly Recognizer[] = [streetAddress, militaryAddress];
