import { EventEmitter, once } from "node:events";
import type { Env } from "@veil/config";
import type { IsolationFindings } from "@veil/contracts/isolation";
import { type ProbeName, type ServiceKeys, type SignedMessage, signMessage } from "@veil/crypto";
import { listen, openMutualTls } from "@veil/http-kit";
import { createLogger, createMetrics, type Logger } from "@veil/telemetry";
import { probeNetwork } from "./probe-network.ts";
import { readConfig } from "./read-config.ts";
import { ALLOWED_CALLERS, createReportApp } from "./report-app.ts";
import { isAsExpected } from "./try-target.ts";

const CLOSE_MS = 1_000;

/**
 * Tries the network from where it runs, signs what it found for the gateway, and ends once the gateway has fetched it:
 * a sandbox's zone has no way out by which a result could be sent.
 *
 * @throws ConfigurationError for bad settings; Error when nobody has fetched the report within `PROBE_SERVE_MS`.
 */
export async function probeCommand(probe: ProbeName, env: Env): Promise<void> {
  const config = readConfig(env, probe);
  const { keys, trust, serveMs } = config;
  const log = createLogger({ service: probe, level: config.logLevel, timePrecision: "second" });
  const metrics = createMetrics(probe);
  const tls = openMutualTls(config.tls, { service: probe, allowed: ALLOWED_CALLERS, log, metrics });
  const findings = await probeNetwork({ ...config, probe, now: () => new Date() });
  tell(findings, log);

  const report = signed(findings, keys);
  const ends = new EventEmitter();
  const onFetched = () => void ends.emit("fetched");
  const app = createReportApp({ probe, report, trust, log, metrics, onFetched });
  const fetched = once(ends, "fetched", { signal: AbortSignal.timeout(serveMs) });
  const listener = await listen(app, config, tls);
  log.info("listening", { port: listener.port });
  try {
    await fetched;
    log.info("report_fetched");
  } catch (cause) {
    throw new Error("The gateway did not fetch the report", { cause });
  } finally {
    await listener.close(CLOSE_MS);
  }
}

function tell({ targets, rounds }: IsolationFindings, log: Logger): void {
  for (const target of targets.filter((each) => !isAsExpected(each)))
    log.error("not_as_expected", { component: target.name, reason: target.outcome });
  log.info("probed", { count: targets.length, attempt: rounds });
}

function signed(findings: IsolationFindings, keys: ServiceKeys): SignedMessage {
  const from = { service: keys.service, ...keys.signing("message") };
  return signMessage(JSON.stringify(findings), from, "edge-gateway");
}
