import { ApiError } from "@veil/contracts/errors";
import type { ProbeName, SignedMessage, TrustBundle } from "@veil/crypto";
import { endpoint, errorHandler, notFound, requestContext, requireCaller } from "@veil/http-kit";
import type { Logger, Metrics } from "@veil/telemetry";
import express, { type Express } from "express";

export const ALLOWED_CALLERS = ["edge-gateway"] as const;

interface ReportDeps {
  readonly probe: ProbeName;
  /** Undefined: not yet. */
  readonly report: () => SignedMessage | undefined;
  readonly trust: TrustBundle;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Called each time the gateway asks. */
  readonly onAsked: () => void;
  /** Called each time the report has gone out whole. */
  readonly onFetched: () => void;
}

/** Hands the report to the gateway, and nothing to anybody else. */
export function createReportApp(deps: ReportDeps): Express {
  const { probe, report, trust, log, metrics, onAsked, onFetched } = deps;
  const app = express().disable("x-powered-by").disable("etag");
  app.use(requestContext({ log, metrics, trustCaller: true }));
  app.use(requireCaller({ service: probe, allowed: ALLOWED_CALLERS, trust }));
  endpoint(app, "/isolation-report", {
    get: [
      (_req, res) => {
        onAsked();
        const ready = report();
        if (ready === undefined) throw new ApiError("busy", "The network is still being tried");
        res.once("finish", onFetched);
        res.json(ready);
      },
    ],
  });
  app.use(notFound, errorHandler(log));
  return app;
}
