import express, { type Express, type RequestHandler } from "express";
import { type CallerOptions, requireCaller } from "./caller.ts";
import { errorHandler, notFound } from "./errors.ts";
import { type ContextOptions, requestContext } from "./request-context.ts";

interface InternalAppOptions extends ContextOptions, CallerOptions {}

/**
 * Creates the app of a service that only other services call. The access check applies to all
 * `routes` and to unknown paths.
 */
export function createInternalApp(
  options: InternalAppOptions,
  ...routes: readonly RequestHandler[]
): Express {
  return express()
    .disable("x-powered-by")
    .disable("etag")
    .use(requestContext(options), requireCaller(options))
    .use(...routes, notFound, errorHandler(options.log));
}
