export {
  type AnswerContent,
  type CallDelta,
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionRequest,
  type FunctionCall,
} from "./chat-completions.ts";
export {
  CountTokensRequest,
  CountTokensResponse,
  MESSAGES_ERROR_STATUS,
  type MessagesBlock,
  MessagesError,
  MessagesEvent,
  MessagesRequest,
  MessagesResponse,
} from "./messages.ts";
export { ModelList } from "./models.ts";
export { readEvents, type ServerSentEvent, writeEvent } from "./server-sent-events.ts";
