import type { Recognizer } from "../../finding.ts";

export const GB_RECOGNIZERS: readonly Recognizer[] = [];
