import type { Metrics } from "@veil/telemetry";
import express, { type Express, type RequestHandler } from "express";
import { endpoint } from "./endpoint.ts";
import { notFound } from "./errors.ts";

/** One dependency of the service and whether it can be used now. */
export interface ReadyCheck {
  readonly name: string;
  readonly ok: boolean;
}

interface OpsOptions {
  readonly service: string;
  readonly metrics: Metrics;
  /** The service's own dependencies, never another service's. */
  readonly ready: () => Promise<readonly ReadyCheck[]>;
  /** What this service promises about itself and how that is enforced. */
  readonly invariant: () => Promise<object>;
}

/** `/health`, `/ready`, `/metrics` and `/invariant`, on a port of their own. */
export function createOpsApp(options: OpsOptions): Express {
  const { metrics } = options;
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
  app.use(notFound);
  return app;
}

interface OperatorHandlers {
  readonly health: RequestHandler;
  readonly ready: RequestHandler;
  readonly invariant: RequestHandler;
}

/** The same three handlers for a service that also serves them on its public port. */
export function operatorHandlers({
  service,
  ready,
  invariant,
}: Omit<OpsOptions, "metrics">): OperatorHandlers {
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
