export {
  type ArgumentsRelinker,
  createArgumentsRelinker,
  type RelinkText,
  relinkArguments,
} from "./arguments/arguments-relinker.ts";
export { endOfString, isJsonOrString, jsonRewritten } from "./json-leaves.ts";
export {
  type AnswerBlocks,
  isQuickToCount,
  linkedPlaceholders,
  type RelinkRequest,
  relinkAnswer,
  relinkIfQuick,
  type TextBlocks,
} from "./relink-answer.ts";
export type { Relinked } from "./relink-document.ts";
export {
  createStreamRelinker,
  type StreamRelinker,
  type StreamRelinkRequest,
} from "./stream/stream-relinker.ts";
export { templateHosts } from "./template-hosts.ts";
