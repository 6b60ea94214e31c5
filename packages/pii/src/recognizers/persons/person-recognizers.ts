import type { Recognizer } from "../../finding.ts";
import { caseParties } from "./case-parties.ts";
import { formName } from "./form-name.ts";
import { ticketName } from "./ticket-name.ts";

export const PERSON_RECOGNIZERS: readonly Recognizer[] = [ticketName, caseParties, formName];
