import { ApiError } from "@veil/contracts/errors";
import type { ProbeName, SignedMessage, TrustBundle } from "@veil/crypto";
import { endpoint, errorHandler, notFound, requestContext, requireCaller } from "@veil/http-kit";
import type { Logger, Metrics } from "@veil/telemetry";
import express, { type Express } from "express";

export const ALLOWED_CALLERS = ["edge-gateway"] as const;

interface ReportDeps {
  readonly probe: ProbeName;
  readonly report: () => SignedMessage | undefined;
  readonly trust: TrustBundle;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly onAsked: () => void;
  /** The report was sent completely. */
  readonly onFetched: () => void;
}

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
        if (ready === undefined) throw new ApiError("busy", "The probe is still running");
        res.once("finish", onFetched);
        res.json(ready);
      },
    ],
  });
  app.use(notFound, errorHandler(log));
  return app;
}
