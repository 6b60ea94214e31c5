import { endpoint, errorHandler, requestContext, toApiError } from "@veil/service-kit/http";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { Tracing } from "@veil/tracing";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import helmet from "helmet";
import { noteRefusal } from "../modules/calls/activities/middleware/count-use.ts";
import { translateDatabaseErrors } from "../platform/database-refusals.ts";
import {
  inMcpForm,
  presentErrors,
  requestIdHeader,
  type SdkErrorShape,
  translateMcpErrors,
  translateSdkErrors,
} from "./error-forms.ts";
import { type ApiOptions, registerOperations } from "./register-operations.ts";
import { createStepReport } from "./report-steps.ts";
import { type RemovedPaths, removedEndpoints, unknownPath } from "./unknown-path.ts";

interface AppOptions extends ApiOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly trustProxy: false | number | readonly string[];
  readonly sdkErrorShape: SdkErrorShape;
  readonly legacy: RemovedPaths;
  /** Pages by path. They describe the API, so its table of operations does not list them. */
  readonly pages: Readonly<Record<string, readonly RequestHandler[]>>;
  /** Static files by path, without a limit, because one page of the portal loads several. */
  readonly files: Readonly<Record<string, readonly RequestHandler[]>>;
}

/** Creates the app that serves the operations and the pages that describe them. */
export function createApp(options: AppOptions): Express {
  const { log, metrics, tracing, sdkErrorShape, pages, checks } = options;
  const app = express()
    .disable("x-powered-by")
    .disable("etag")
    .set("trust proxy", options.trustProxy);
  const onSteps = createStepReport(metrics, tracing);
  app.use(requestContext({ log, metrics, onSteps }), requestIdHeader(sdkErrorShape));
  app.use(helmet(), noStore);
  registerOperations(app, options);
  for (const [path, handlers] of Object.entries(options.files))
    endpoint(app, path, { get: [...handlers] });
  for (const [path, handlers] of Object.entries(pages))
    endpoint(app, path, { get: [checks.limits["open reads"], ...handlers] });
  removedEndpoints(app, options.legacy);
  app.use(unknownPath, translateDatabaseErrors, nameRefusal);
  app.use(translateSdkErrors, translateMcpErrors);
  app.use(errorHandler(log, inMcpForm(presentErrors(sdkErrorShape))));
  return app;
}

/** Notes the code of an error before the SDK endpoints translate it. */
const nameRefusal: ErrorRequestHandler = (error, _req, res, next) => {
  noteRefusal(res, toApiError(error).code);
  next(error);
};

/** Forbids caching, because responses contain personal data or keys. A route may override this. */
const noStore: RequestHandler = (_req, res, next) => {
  res.set("Cache-Control", "no-store");
  next();
};
