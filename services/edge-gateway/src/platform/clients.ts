import type { PrincipalName } from "@veil/crypto";
import { CALL_POOL, createServiceClient, createTokenIssuer } from "@veil/service-kit/http";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import {
  createTlsMetrics,
  openPublicTls,
  openServiceTls,
  type ServiceTls,
} from "@veil/service-kit/tls";
import { createHttpEventTransport, createRabbitmqEventTransport } from "@veil/transport/events";
import {
  createHttpJobTransport,
  createRabbitmqJobTransport,
  readQueueDepths,
} from "@veil/transport/jobs";
import type { GatewayConfig } from "../config.ts";

/**
 * The maximum number of connections to the worker, because an SDK call holds one until it has
 * ended. The worker may allow fewer.
 */
const WORKER_CONNECTIONS = 1_000;

type ClientSettings = Pick<Parameters<typeof createServiceClient>[0], "connections" | "calls">;

export function createClients(
  { keys, trust, services, probes }: GatewayConfig,
  tls: ServiceTls | undefined,
) {
  const issuer = createTokenIssuer(keys);
  const clientOf = (callee: PrincipalName, baseUrl: string, settings: ClientSettings = {}) =>
    createServiceClient({ baseUrl, callee, issuer, tls, ...settings });
  const calls = CALL_POOL;
  const clients = {
    bridge: clientOf("bridge", services.bridgeUrl, { calls }),
    sanitiser: clientOf("sanitiser", services.sanitiserUrl, { calls }),
    worker: clientOf("inference-worker", services.workerUrl, {
      connections: WORKER_CONNECTIONS,
      calls,
    }),
    audit: clientOf("audit", services.auditUrl),
    signer: clientOf("veil-signer", services.signerUrl),
  };
  const probing = probes && {
    bridge: clientOf("bridge-probe", probes.bridgeUrl),
    worker: clientOf("inference-worker-probe", probes.workerUrl),
  };
  return {
    keys,
    trust,
    issuer,
    clients,
    probes: probing,
    close: () =>
      Promise.all(Object.values({ ...clients, ...probing }).map((client) => client.close())),
  };
}

export type Clients = ReturnType<typeof createClients>;

export function createTls(
  { tls, publicTls }: Pick<GatewayConfig, "tls" | "publicTls">,
  log: Logger,
  metrics: Metrics,
) {
  const options = { log, metrics: createTlsMetrics(metrics) };
  return {
    own: tls && openServiceTls(tls, { service: "edge-gateway", ...options }),
    listen: publicTls && { kind: "public" as const, source: openPublicTls(publicTls, options) },
  };
}

export function createTransports(config: GatewayConfig, { clients }: Clients, log: Logger) {
  const { transport } = config;
  switch (transport.kind) {
    case "http":
      return {
        jobs: createHttpJobTransport({ client: clients.worker, log }),
        events: createHttpEventTransport({ client: clients.audit, log }),
        queueDepths: async () => [],
      };
    case "rabbitmq":
      return {
        jobs: createRabbitmqJobTransport({ url: transport.url, log }),
        events: createRabbitmqEventTransport({ url: transport.url, log }),
        queueDepths: () => readQueueDepths(transport.url),
      };
  }
}
