import { EventEmitter, once } from "node:events";
import { type IsolationFindings, isProven } from "@veil/contracts/isolation";
import { type ProbeName, type ServiceKeys, type SignedMessage, signMessage } from "@veil/crypto";
import type { Env } from "@veil/service-kit/config";
import { listen, openMutualTls } from "@veil/service-kit/http";
import { createLogger, createMetrics, type Logger } from "@veil/service-kit/telemetry";
import { probeNetwork } from "./probe-network.ts";
import { readConfig } from "./read-config.ts";
import { ALLOWED_CALLERS, createReportApp } from "./report-app.ts";

const CLOSE_MS = 1_000;

/**
 * Probes the network and serves the signed report to the gateway, because a sandbox's zone has no
 * egress to send it. The command probes nothing before the gateway's first request, which shows
 * that the pod's network works.
 * @throws ConfigurationError; Error when the gateway has not fetched the report after
 * `PROBE_SERVE_MS`
 */
export async function probeCommand(probe: ProbeName, env: Env): Promise<void> {
  const config = readConfig(env, probe);
  const { keys, trust, serveMs } = config;
  const log = createLogger({ service: probe, level: config.logLevel, timePrecision: "second" });
  const metrics = createMetrics(probe);
  const tls = openMutualTls(config.tls, { service: probe, allowed: ALLOWED_CALLERS, log, metrics });
  let report: SignedMessage | undefined;
  const { asked, fetched, ...listeners } = untilAsked(serveMs);
  const app = createReportApp({ probe, report: () => report, trust, log, metrics, ...listeners });
  const listener = await listen(app, config, tls);
  log.info("listening", { port: listener.port });
  try {
    await asked;
    const findings = await probeNetwork({ ...config, probe, nowMs: Date.now });
    logFindings(findings, log);
    report = signed(findings, keys);
    await fetched;
    log.info("report_fetched");
  } catch (cause) {
    throw new Error("The gateway did not fetch the report", { cause });
  } finally {
    await listener.close(CLOSE_MS);
  }
}

function untilAsked(timeoutMs: number) {
  const events = new EventEmitter();
  const signal = AbortSignal.timeout(timeoutMs);
  const [asked, fetched] = [once(events, "asked", { signal }), once(events, "fetched", { signal })];
  // Prevents an unhandled rejection, because the caller awaits this promise only after `asked`.
  fetched.catch(() => undefined);
  return {
    asked,
    fetched,
    onAsked: () => void events.emit("asked"),
    onFetched: () => void events.emit("fetched"),
  };
}

function logFindings({ targets, rounds }: IsolationFindings, log: Logger): void {
  for (const target of targets.filter((each) => !isProven(each)))
    log.error("not_as_expected", { component: target.name, reason: target.outcome });
  log.info("probed", { count: targets.length, attempt: rounds });
}

function signed(findings: IsolationFindings, keys: ServiceKeys): SignedMessage {
  const from = { service: keys.service, ...keys.signing("message") };
  return signMessage(JSON.stringify(findings), from, "edge-gateway");
}
