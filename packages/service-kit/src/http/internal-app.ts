import express, { type Express, type RequestHandler } from "express";
import { type CallerOptions, createCallerCheck, requireCaller } from "./caller.ts";
import { type CallRoute, callRouter } from "./calls/call-route.ts";
import { CALLS_PATH, createCallServer, keepCallServer } from "./calls/call-server.ts";
import { endpoint } from "./endpoint.ts";
import { errorHandler, notFound } from "./errors.ts";
import { type ContextOptions, requestContext } from "./request-context.ts";

interface InternalAppOptions extends ContextOptions, CallerOptions {
  /** Routes that are also served over call connections. */
  readonly callRoutes?: readonly CallRoute[];
}

/**
 * Creates the app of a service that only other services call. The access check applies to all
 * routes and to unknown paths.
 */
export function createInternalApp(
  options: InternalAppOptions,
  ...routes: readonly RequestHandler[]
): Express {
  const check = createCallerCheck(options);
  const app = express()
    .disable("x-powered-by")
    .disable("etag")
    .use(requestContext(options), requireCaller(check));
  serveCallRoutes(app, options, check);
  return app.use(...routes, notFound, errorHandler(options.log));
}

function serveCallRoutes(
  app: Express,
  { callRoutes: routes = [], ...options }: InternalAppOptions,
  check: ReturnType<typeof createCallerCheck>,
): void {
  if (routes.length === 0) return;
  const server = createCallServer({ ...options, routes, check });
  endpoint(app, CALLS_PATH, { get: [server.accept] });
  app.use(callRouter(routes));
  keepCallServer(app, server);
}
