export { accessCheckRoutes, credentialRoutes } from "./access-check.ts";
export { allowedHosts } from "./allowed-hosts.ts";
export { longestBodyMs } from "./bodies/body-deadline.ts";
export {
  EVENTS_HEARTBEAT,
  endWithJson,
  type Heartbeat,
  JSON_HEARTBEAT,
  SILENCE_MS,
  withHeartbeat,
} from "./bodies/heartbeat.ts";
export {
  type BodyBudget,
  bodyBytesOf,
  forgetBody,
  jsonBody,
  sendJson,
} from "./bodies/json-body.ts";
export { readBody } from "./bodies/read-body.ts";
export { sendTexts } from "./bodies/send-texts.ts";
export { CALL_POOL, type CallPoolSettings } from "./calls/call-pool.ts";
export { type CallRoute, type IncomingCall, jsonCall } from "./calls/call-route.ts";
export {
  createHttpClient,
  type HttpClient,
  HttpError,
  type HttpFailure,
} from "./client/http-client.ts";
export { createProxyFetch } from "./client/proxy-fetch.ts";
export {
  createServiceClient,
  ServiceCallError,
  type ServiceCallFailure,
  type ServiceClient,
} from "./client/service-client.ts";
export { createTokenIssuer, type TokenIssuer } from "./client/token-issuer.ts";
export { withTimeout } from "./client/with-timeout.ts";
export { endpoint } from "./endpoint.ts";
export { errorHandler, notFound, type PresentError, toApiError } from "./errors.ts";
export { createInFlight } from "./in-flight.ts";
export { createInternalApp } from "./internal-app.ts";
export { openMutualTls } from "./open-mutual-tls.ts";
export { createOpsApp, operatorHandlers, type ReadyCheck } from "./ops-app.ts";
export {
  readServiceKeys,
  readServiceSettings,
  type ServiceSettings,
} from "./read-service-settings.ts";
export {
  type ContextOptions,
  contextOf,
  type RequestContext,
  requestContext,
} from "./request-context.ts";
export { type Listener, listen } from "./server.ts";
export { type Service, serveUntilSignal } from "./service.ts";
export type { ListenTls } from "./tls-server.ts";
