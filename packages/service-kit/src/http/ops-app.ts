import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Logger, Metrics } from "../telemetry/index.ts";
import { endpoint } from "./endpoint.ts";
import { notFound, toApiError } from "./errors.ts";

export interface ReadyCheck {
  readonly name: string;
  readonly ok: boolean;
}

interface OpsOptions {
  readonly service: string;
  readonly metrics: Metrics;
  readonly log?: Logger;
  /** Returns the state of the dependencies. It must not call other services. */
  readonly ready: () => Promise<readonly ReadyCheck[]>;
  readonly invariant: () => Promise<object>;
}

export function createOpsApp(options: OpsOptions): Express {
  const { metrics, log } = options;
  const app = express().disable("x-powered-by");
  const { health, ready, invariant } = operatorHandlers(options);
  endpoint(app, "/health", { get: [health] });
  endpoint(app, "/ready", { get: [ready] });
  endpoint(app, "/invariant", { get: [invariant] });
  endpoint(app, "/metrics", {
    get: [
      async (_req, res) => {
        res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
      },
    ],
  });
  app.use(notFound, operatorErrorHandler(log));
  return app;
}

function operatorErrorHandler(log: Logger | undefined): ErrorRequestHandler {
  return function writeError(error, _req, res, _next) {
    const known = toApiError(error);
    if (known.status >= 500) log?.error("operator_request_failed", { code: known.code, error });
    if (res.headersSent) return void res.destroy();
    res.status(known.status).set(known.headers()).json(known.toBody());
  };
}

interface OperatorHandlers {
  readonly health: RequestHandler;
  readonly ready: RequestHandler;
  readonly invariant: RequestHandler;
}

/** Returns the handlers separately, for a service that also serves them on its public port. */
export function operatorHandlers({
  service,
  ready,
  invariant,
}: Pick<OpsOptions, "service" | "ready" | "invariant">): OperatorHandlers {
  const answerHealth: RequestHandler = (_req, res) => {
    res.json({ service, status: "ok" });
  };
  const answerReady: RequestHandler = async (_req, res) => {
    const checks = await ready();
    const ok = checks.every((check) => check.ok);
    res.status(ok ? 200 : 503).json({ service, status: ok ? "ready" : "not_ready", checks });
  };
  const answerInvariant: RequestHandler = async (_req, res) => {
    res.json({ service, ...(await invariant()) });
  };
  return { health: answerHealth, ready: answerReady, invariant: answerInvariant };
}
