import type { Recognizer } from "../../finding.ts";
import { age } from "./age.ts";
import {
  dateOfBirthBeforeResidence,
  dateOfBirthBeforeVerb,
} from "./date-of-birth-before-residence.ts";
import { dateOfBirthDe } from "./date-of-birth-de.ts";
import { dateOfBirthEn } from "./date-of-birth-en.ts";
import { dateTime } from "./date-time.ts";
import { weekday } from "./weekday.ts";

export const DATE_RECOGNIZERS: readonly Recognizer[] = [
  dateOfBirthEn,
  dateOfBirthDe,
  dateOfBirthBeforeResidence,
  dateOfBirthBeforeVerb,
  dateTime,
  weekday,
  age,
];
