import { type BodyBudget, endpoint, errorHandler, jsonBody, requestContext } from "@veil/http-kit";
import type { Logger, Metrics } from "@veil/telemetry";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import helmet from "helmet";
import { type AccountDeps, accountEndpoints } from "../http/account-endpoints.ts";
import { type AdminDeps, adminEndpoints } from "../http/admin-endpoints.ts";
import { certificateEndpoints } from "../http/certificate-endpoints.ts";
import {
  inMcpForm,
  type McpEndpointDeps,
  mcpEndpoint,
  translateMcpErrors,
} from "../http/mcp-endpoint.ts";
import { openReads } from "../http/open-reads.ts";
import { type WebsiteDeps, websiteEndpoints } from "../http/website-endpoints.ts";
import { type RegisterDeps, registerRoute } from "../modules/accounts/routes/register.ts";
import {
  logIn,
  logOut,
  readSession,
  type SessionRouteDeps,
} from "../modules/accounts/routes/session.ts";
import { readUsage, type UsageDeps } from "../modules/accounts/routes/usage.ts";
import { deleteJob, readJob } from "../modules/calls/native/routes/job.ts";
import { type ProxyDeps, proxyMessages } from "../modules/calls/native/routes/proxy-messages.ts";
import type { CertificateRouteDeps } from "../modules/certificates/routes/certificate.ts";
import { readVeilKeys, type VeilKeysDeps } from "../modules/certificates/routes/veil-keys.ts";
import { referenceEndpoints } from "../modules/reference/module.ts";
import { type ScanRouteDeps, scanRoute } from "../modules/scan/routes/scan.ts";
import { LARGE_BODY_BYTES } from "./body-limits.ts";
import {
  presentErrors,
  requestIdHeader,
  type SdkEndpointDeps,
  sdkEndpoints,
  translateSdkErrors,
} from "./error-forms.ts";
import { noStore } from "./no-store.ts";
import { type CustomerAccess, customerEndpoints } from "./register-operations.ts";
import { type LegacyConfig, legacyEndpoints } from "./removed-endpoints.ts";
import { unknownPath } from "./unknown-path.ts";

export interface GatewayDeps extends AccountDeps, CustomerAccess, SdkEndpointDeps, McpEndpointDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly admin: AdminDeps;
  readonly website: WebsiteDeps;
  readonly legacy: LegacyConfig;
  readonly trustProxy: false | number | readonly string[];
  readonly perMinute: RequestHandler;
  readonly openReadLimit: RequestHandler;
  readonly operator: Readonly<Record<"health" | "ready" | "invariant", RequestHandler>>;
  readonly registration: RegisterDeps;
  readonly session: SessionRouteDeps;
  readonly usage: UsageDeps;
  readonly veilKeys: VeilKeysDeps;
  /** Undefined: no certificates are made. */
  readonly certificateRoutes: CertificateRouteDeps | undefined;
  readonly proxy: ProxyDeps;
  readonly bodyBudget: BodyBudget;
  readonly scan: ScanRouteDeps;
  readonly translateErrors: ErrorRequestHandler;
}

/** The public API. The checks of a route are listed in the order in which they are made. */
export function createApp(deps: GatewayDeps): Express {
  const { log, metrics, operator, proxy } = deps;
  const app = express().disable("x-powered-by").disable("etag").set("trust proxy", deps.trustProxy);
  app.use(requestContext({ log, metrics }), requestIdHeader(deps.sdkErrorShape));
  app.use(helmet(), noStore);

  endpoint(app, "/health", { get: [operator.health] });
  endpoint(app, "/ready", { get: [operator.ready] });
  const read = openReads(app, deps);
  read("/invariant", [operator.invariant]);
  read("/.well-known/veil-keys.json", [readVeilKeys(deps.veilKeys)]);
  referenceEndpoints(read);

  endpoint(app, "/api/v1/register", { post: registerRoute(deps.registration) });
  endpoint(app, "/api/v1/scan", { post: scanRoute(deps.scan) });
  const customer = customerEndpoints(app, deps);
  const usage = { get: [readUsage(deps.usage)] };
  customer("/api/v1/usage", usage, {
    callers: "key or session",
    developerKeys: "admitted",
    replacedKeys: "admitted",
    expiredLicenses: "admitted",
  });
  endpoint(app, "/api/v1/auth/login", { post: logIn(deps.session) });
  endpoint(app, "/api/v1/auth/logout", { post: [logOut(deps.session)] });
  const session = { get: [readSession] };
  customer("/api/v1/auth/session", session, { callers: "session", expiredLicenses: "admitted" });
  accountEndpoints(customer, deps);
  const bodyRule = { limitBytes: LARGE_BODY_BYTES, keepBytes: true, budget: deps.bodyBudget };
  const nativeCall = { post: [jsonBody(bodyRule), proxyMessages(proxy)] };
  const replacedKeys = "admitted";
  customer("/api/v1/proxy/messages", nativeCall, { replacedKeys, limit: deps.perMinute });
  const job = { get: [readJob(proxy)], delete: [deleteJob(proxy)] };
  customer("/api/v1/proxy/jobs/:job_id", job, { replacedKeys });

  certificateEndpoints(read, customer, deps.certificateRoutes);
  sdkEndpoints(customer, deps);
  mcpEndpoint(customer, deps);

  adminEndpoints(app, deps.admin);
  websiteEndpoints(app, deps.website);
  legacyEndpoints(app, deps.legacy);

  app.use(unknownPath, deps.translateErrors, translateSdkErrors, translateMcpErrors);
  app.use(errorHandler(log, inMcpForm(presentErrors(deps.sdkErrorShape))));
  return app;
}
