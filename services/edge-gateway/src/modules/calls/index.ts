export { requireAllowedModel } from "./domain/allowed-model.ts";
export { answerWhole, type DirectAnswer } from "./domain/answer-directly.ts";
export { type AnswerEvent, answerStreamed, type StreamStart } from "./domain/answer-streamed.ts";
export { checkTools, type GivenTools, namesInSchemas } from "./domain/checked-tools.ts";
export type { CallPart, MessagesContent } from "./domain/content.ts";
export { detectionLayers } from "./domain/detection-layers.ts";
export {
  type DirectCallDeps,
  type OpenCall,
  runDirectCall,
  runUncountedCall,
  slotFor,
  type UseOpenCall,
} from "./domain/direct-call.ts";
export type { DirectChoice } from "./domain/direct-choices.ts";
export type { DirectParameters } from "./domain/inference-job.ts";
export type { CheckedTemplate } from "./domain/minted.ts";
export { redactionsIn } from "./domain/scans/verified-answer.ts";
export { requireFewTexts, toolResultPart, toolUsePart } from "./domain/tool-parts.ts";
export { upstreamRefusal } from "./domain/upstream-refusal.ts";
export { waitFor } from "./domain/wait.ts";
export type { CallTrace, Sanitiser } from "./ports.ts";
export type { TextScans } from "./text-scans.ts";
