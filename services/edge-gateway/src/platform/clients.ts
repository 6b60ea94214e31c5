import type { PrincipalName } from "@veil/crypto";
import { createServiceClient, createTokenIssuer } from "@veil/service-kit/http";
import type { ServiceTls } from "@veil/service-kit/tls";
import type { GatewayConfig } from "../config.ts";

/** A call of an SDK holds a connection until it is answered. The worker may allow fewer. */
const WORKER_CONNECTIONS = 1_000;

export function createClients(
  { keys, trust, services, probes }: GatewayConfig,
  tls: ServiceTls | undefined,
) {
  const issuer = createTokenIssuer(keys);
  const clientOf = (callee: PrincipalName, baseUrl: string, connections?: number) =>
    createServiceClient({ baseUrl, callee, issuer, tls, ...(connections && { connections }) });
  const clients = {
    bridge: clientOf("bridge", services.bridgeUrl),
    sanitiser: clientOf("sanitiser", services.sanitiserUrl),
    worker: clientOf("inference-worker", services.workerUrl, WORKER_CONNECTIONS),
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
