export {
  type EventHandler,
  type EventSource,
  type EventTransport,
  PoisonedMessageError,
} from "./event-ports.ts";
export { createHttpEventSource } from "./http/http-event-source.ts";
export { createHttpEventTransport } from "./http/http-event-transport.ts";
export { createRabbitmqEventSource } from "./rabbitmq/rabbitmq-event-source.ts";
export { createRabbitmqEventTransport } from "./rabbitmq/rabbitmq-event-transport.ts";
