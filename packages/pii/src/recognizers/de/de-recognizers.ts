import type { Recognizer } from "../../finding.ts";

export const DE_RECOGNIZERS: readonly Recognizer[] = [];
