export { detectionLayers } from "./domain/detection-layers.ts";
export { redactionsIn } from "./domain/scans/verified-answer.ts";
export type { CallTrace, Sanitiser } from "./ports.ts";
export type { TextScans } from "./text-scans.ts";
