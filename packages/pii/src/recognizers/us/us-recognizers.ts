import type { Recognizer } from "../../finding.ts";
import { ssn } from "./ssn.ts";

export const US_RECOGNIZERS: readonly Recognizer[] = [ssn];
