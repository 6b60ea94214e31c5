export {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionRequest,
} from "./chat-completions.ts";
export { Message, MessagesError, MessagesEvent, MessagesRequest } from "./messages.ts";
export { readEvents, type ServerSentEvent, writeEvent } from "./server-sent-events.ts";
