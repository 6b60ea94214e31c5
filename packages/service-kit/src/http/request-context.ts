import { systemRandomBytes } from "@veil/crypto";
import type { RequestHandler, Response } from "express";
import { createSteps, type Logger, type Metrics, type Steps } from "../telemetry/index.ts";

export interface RequestContext {
  /** An id that this process generated, or that the calling service sent. */
  readonly requestId: string;
  readonly startedAtMs: number;
  /** Present if the app reports the steps of its requests. */
  readonly steps?: Steps;
  isGone(): boolean;
  /**
   * Returns a signal that aborts when the client disconnects. It is created on demand, because it
   * takes a tenth of the CPU time of a small request.
   */
  gone(): AbortSignal;
}

export interface ContextOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Whether to use the caller's request id. Set only between our own services. */
  readonly trustCaller?: boolean;
  /**
   * Reports the steps of a request that has ended.
   * @returns the id of its trace, if it has one
   */
  readonly onSteps?: (steps: Steps, ended: TimedRequest, res: Response) => string | undefined;
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns the caller's request id if it is valid and trusted, otherwise a new one. */
export function requestIdOf(sent: string, trustCaller: boolean): string {
  return trustCaller && ID.test(sent) ? sent : `req_${systemRandomBytes(16).toString("hex")}`;
}

interface EndedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** Times are those of `performance.now()`. */
export interface TimedRequest extends EndedRequest {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** Writes the log line and the metric of a request that has ended. */
export function reportRequest(
  { log, metrics }: ContextOptions,
  { requestId, startedAtMs }: RequestContext,
  ended: EndedRequest,
  reportSteps: (timed: TimedRequest) => string | undefined = () => undefined,
): void {
  const endedAtMs = performance.now();
  const seconds = (endedAtMs - startedAtMs) / 1000;
  metrics.requestSeconds.observe({ ...ended }, seconds);
  const duration_ms = Math.round(seconds * 1000);
  const trace_id = reportSteps({ ...ended, startedAtMs, endedAtMs });
  const traced = trace_id === undefined ? {} : { trace_id };
  log.info("request", { request_id: requestId, ...ended, duration_ms, ...traced });
}

export function requestContext(options: ContextOptions): RequestHandler {
  const { trustCaller = false, onSteps } = options;
  return function giveContext(req, res, next) {
    const sent = req.get("x-request-id") ?? "";
    const requestId = requestIdOf(sent, trustCaller);
    let controller: AbortController | undefined;
    const isGone = () => res.closed && !res.writableFinished;
    const context: RequestContext = {
      requestId,
      startedAtMs: performance.now(),
      ...(onSteps !== undefined && { steps: createSteps() }),
      isGone,
      gone() {
        controller ??= new AbortController();
        if (isGone()) controller.abort();
        return controller.signal;
      },
    };
    res.locals["context"] = context;
    res.set("x-request-id", requestId);
    if (!trustCaller && ID.test(sent)) res.set("x-client-request-id", sent);
    res.once("close", () => {
      if (!res.writableFinished) controller?.abort();
      const route = (req.route as { path?: string } | undefined)?.path ?? "unmatched";
      const status = res.writableFinished ? res.statusCode : 499;
      const { steps } = context;
      reportRequest(
        options,
        context,
        { method: req.method, route, status },
        (timed) => steps && onSteps?.(steps, timed, res),
      );
    });
    next();
  };
}

/** Returns the context of the request. @throws TypeError when `requestContext` is not installed */
export function contextOf(res: Response): RequestContext {
  const context = res.locals["context"] as RequestContext | undefined;
  if (context === undefined) throw new TypeError("requestContext is not installed");
  return context;
}
