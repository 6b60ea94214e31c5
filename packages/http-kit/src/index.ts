export { accessCheckRoutes, credentialRoutes } from "./access-check.ts";
export { allowedHosts } from "./allowed-hosts.ts";
export { longestBodyMs } from "./body-deadline.ts";
export { endpoint } from "./endpoint.ts";
export { errorHandler, notFound, type PresentError, toApiError } from "./errors.ts";
export {
  EVENTS_HEARTBEAT,
  endWithJson,
  type Heartbeat,
  JSON_HEARTBEAT,
  SILENCE_MS,
  withHeartbeat,
} from "./heartbeat.ts";
export { createHttpClient, type HttpClient, HttpError, type HttpFailure } from "./http-client.ts";
export { createInFlight } from "./in-flight.ts";
export { createInternalApp } from "./internal-app.ts";
export { type BodyBudget, bodyBytesOf, forgetBody, jsonBody, sendJson } from "./json-body.ts";
export { openMutualTls } from "./open-mutual-tls.ts";
export { createOpsApp, operatorHandlers, type ReadyCheck } from "./ops-app.ts";
export { readBody } from "./read-body.ts";
export {
  readServiceKeys,
  readServiceSettings,
  type ServiceSettings,
} from "./read-service-settings.ts";
export { contextOf, type RequestContext, requestContext } from "./request-context.ts";
export { type Listener, listen } from "./server.ts";
export { type Service, serveUntilSignal } from "./service.ts";
export {
  createServiceClient,
  ServiceCallError,
  type ServiceCallFailure,
  type ServiceClient,
} from "./service-client.ts";
export type { ListenTls } from "./tls-server.ts";
export { createTokenIssuer, type TokenIssuer } from "./token-issuer.ts";
export { withTimeout } from "./with-timeout.ts";
