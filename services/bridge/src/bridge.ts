import { type ServiceKeys, systemRandomBytes } from "@veil/crypto";
import {
  createOpsApp,
  createTokenIssuer,
  openMutualTls,
  type Service,
} from "@veil/service-kit/http";
import { createLogger, createMetrics, type Logger } from "@veil/service-kit/telemetry";
import { claimMacKeys, createClaimMaker, createClaimSigner } from "@veil/veil/claims";
import { createFileKeyRing } from "./adapters/file-key-ring.ts";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import { createApp } from "./app.ts";
import type { BridgeConfig } from "./config.ts";
import { checkReady, describeInvariant } from "./operations.ts";
import { startSweeping } from "./start-sweeping.ts";

export interface BridgeOverrides {
  readonly log?: Logger;
}

const SERVICE = "bridge";

/** Creates a bridge. Its `start` fails when the key ring cannot be used. */
export function createBridge(config: BridgeConfig, overrides: BridgeOverrides = {}): Service {
  const { keys, trust, logLevel: level } = config;
  const log = overrides.log ?? createLogger({ service: SERVICE, level, timePrecision: "second" });
  const metrics = createMetrics(SERVICE);
  const allowed = ALLOWED_CALLERS;
  const tls = openMutualTls(config.tls, { service: SERVICE, allowed, log, metrics });
  const issuer = createTokenIssuer(keys);
  const keyRing = createFileKeyRing(config.keyRingFile);
  const ready = () => checkReady(keyRing);
  let stopSweeping = async () => {};
  return {
    log,
    app: createApp({
      ...{ log, metrics, trust, issuer, keyRing, random: systemRandomBytes },
      ...claiming(keys),
    }),
    tls,
    opsApp: createOpsApp({ service: SERVICE, metrics, log, ready, invariant: describeInvariant }),
    async start() {
      await keyRing.current();
      stopSweeping = startSweeping(keyRing, log);
    },
    graceMs: config.shutdownGraceMs,
    stop: () => stopSweeping(),
  };
}

function claiming(keys: ServiceKeys) {
  const options = { component: SERVICE, nowMs: Date.now } as const;
  const [macKey] = claimMacKeys(keys);
  return {
    maker: createClaimMaker({ ...options, macKey }),
    sign: createClaimSigner({ ...options, keys }),
  };
}
