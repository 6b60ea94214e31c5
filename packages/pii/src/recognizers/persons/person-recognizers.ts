import type { Recognizer } from "../../finding.ts";
import { caseParties } from "./case-parties.ts";
import { formName } from "./form-name.ts";
import { introducedName } from "./introduced-name.ts";
import { signOff } from "./sign-off.ts";
import { ticketName } from "./ticket-name.ts";

export const PERSON_RECOGNIZERS: readonly Recognizer[] = [
  ticketName,
  caseParties,
  formName,
  introducedName,
  signOff,
];
