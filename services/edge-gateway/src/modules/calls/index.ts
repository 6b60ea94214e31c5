export { requireAllowedModel } from "./content/allowed-model.ts";
export type { CheckedTemplate } from "./content/branded-types.ts";
export type { CallPart, MessagesContent } from "./content/content.ts";
export { requireFewTexts, toolResultPart, toolUsePart } from "./content/tool-parts.ts";
export { answerWhole, type DirectAnswer } from "./direct/answer-directly.ts";
export { type AnswerEvent, answerStreamed, type StreamStart } from "./direct/answer-streamed.ts";
export {
  type DirectCallDeps,
  type OpenCall,
  runDirectCall,
  runUncountedCall,
  slotFor,
  type UseOpenCall,
} from "./direct/direct-call.ts";
export type { DirectChoice } from "./direct/restored-choices.ts";
export { upstreamRefusal } from "./direct/upstream-refusal.ts";
export { waitFor } from "./native/results/wait.ts";
export { checkTools, type GivenTools, namesInSchemas } from "./prepare/checked-tools.ts";
export type { DirectParameters } from "./prepare/inference-job.ts";
export type { CallTrace, Sanitiser } from "./prepare/ports.ts";
export { detectionLayers } from "./scanning/detection-layers.ts";
export type { TextScans } from "./scanning/text-scans.ts";
export { redactionsIn } from "./scanning/verified-answer.ts";
