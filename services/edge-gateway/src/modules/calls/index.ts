export { type Activities, requireActivityForm } from "./activities/activities.ts";
export type { CallTally } from "./activities/call-tally.ts";
export type {
  ActivitySum,
  CountKind,
  CustomerSum,
  SpanSum,
  SummedCount,
  TallyReader,
} from "./activities/ports.ts";
export type { CallPart, MessagesContent } from "./content/content.ts";
export type { CheckedTemplate } from "./content/sanitised-content.ts";
export { thoughtPart } from "./content/thoughts.ts";
export { requireFewTexts, toolResultPart, toolUsePart } from "./content/tool-parts.ts";
export {
  type AnswerEvent,
  answerStreamed,
  type StreamEnd,
  type StreamStart,
} from "./direct/answer-streamed.ts";
export type { DirectChoice } from "./direct/answer-whole.ts";
export { answerWhole, type DirectAnswer } from "./direct/answer-whole.ts";
export {
  type DirectCallDeps,
  type OpenCall,
  runDirectCall,
  runUncountedCall,
  slotFor,
  type UseOpenCall,
} from "./direct/direct-call.ts";
export { upstreamRefusal } from "./direct/upstream-refusal.ts";
export type { FoundJobs, SearchJobs } from "./native/results/search-jobs.ts";
export { waitFor } from "./native/results/wait-for-job.ts";
export { requireAllowedModel } from "./prepare/content-checks.ts";
export {
  type CalledTool,
  checkOutputSchema,
  checkTools,
  type GivenOutputSchema,
  type GivenTool,
  type GivenTools,
  namesInSchemas,
} from "./prepare/definition-checks.ts";
export type { DirectParameters } from "./prepare/inference-job.ts";
export type { CallTrace, Sanitiser } from "./prepare/ports.ts";
export { type WithoutPublished, withoutPublished } from "./prepare/published-addresses.ts";
export type { TextScans } from "./scanning/text-scans.ts";
export { detectionLayers, redactionsIn } from "./scanning/verified-answer.ts";
