export {
  type AnswerBlocks,
  isQuickToCount,
  linkedPlaceholders,
  type RelinkRequest,
  relinkAnswer,
  relinkIfQuick,
} from "./relink-answer.ts";
export type { Relinked } from "./relink-document.ts";
export { templateHosts } from "./template-hosts.ts";
