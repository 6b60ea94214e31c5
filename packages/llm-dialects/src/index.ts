export {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionRequest,
} from "./chat-completions.ts";
export { MessagesError, MessagesEvent, MessagesRequest, MessagesResponse } from "./messages.ts";
export { readEvents, type ServerSentEvent, writeEvent } from "./server-sent-events.ts";
