import type { Env } from "@veil/config";
import { serveUntilSignal } from "@veil/http-kit";
import { createLogger } from "@veil/telemetry";
import { readConfig } from "../config.ts";
import { createGateway } from "../gateway.ts";

const LAST_ANSWERS_MS = 1_000;

/** Serves until a signal, then lets what is in flight end. */
export async function serveCommand(env: Env): Promise<void> {
  const config = readConfig(env);
  const { shutdownGraceMs: graceMs, timing: limits, address, opsAddress } = config;
  const log = createLogger({ service: "edge-gateway", level: config.logLevel });
  const gateway = createGateway(config, { log });
  await gateway.start();
  await serveUntilSignal({
    ...{ log, limits, address, opsAddress, graceMs },
    app: gateway.app,
    tls: gateway.tls,
    opsApp: gateway.opsApp,
    // An answer may still come within the grace; shortly before its end who waits gets a 202.
    beforeClose: async () => {
      setTimeout(gateway.endWaits, Math.max(0, graceMs - LAST_ANSWERS_MS)).unref();
    },
    afterClose: gateway.stop,
  });
}
