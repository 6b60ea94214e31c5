export {
  isQuickToCount,
  isQuickToRelink,
  linkedPlaceholders,
  type RelinkRequest,
  relinkAnswer,
} from "./relink-answer.ts";
export type { Relinked } from "./relink-document.ts";
export { templateHosts } from "./template-hosts.ts";
