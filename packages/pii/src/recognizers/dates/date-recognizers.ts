import type { Recognizer } from "../../finding.ts";
import { dateOfBirthDe } from "./date-of-birth-de.ts";
import { dateOfBirthEn } from "./date-of-birth-en.ts";

/** Dates, dates of birth, ages. */
export const DATE_RECOGNIZERS: readonly Recognizer[] = [dateOfBirthEn, dateOfBirthDe];
