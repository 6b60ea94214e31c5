import type { ServiceName } from "@veil/crypto";
import { createServiceClient, createTokenIssuer } from "@veil/http-kit";
import type { ServiceTls } from "@veil/tls";
import type { GatewayConfig } from "../config.ts";

/** Own keys, pinned keys, and one keep-alive pool to each service. */
export function wireClients({ keys, trust, services }: GatewayConfig, tls: ServiceTls | undefined) {
  const issuer = createTokenIssuer(keys);
  const clientOf = (callee: ServiceName, baseUrl: string) =>
    createServiceClient({ baseUrl, callee, issuer, tls });
  const clients = {
    bridge: clientOf("bridge", services.bridgeUrl),
    sanitiser: clientOf("sanitiser", services.sanitiserUrl),
    worker: clientOf("inference-worker", services.workerUrl),
    audit: clientOf("audit", services.auditUrl),
    signer: clientOf("veil-signer", services.signerUrl),
  };
  return {
    keys,
    trust,
    issuer,
    clients,
    close: () => Promise.all(Object.values(clients).map((client) => client.close())),
  };
}

export type Clients = ReturnType<typeof wireClients>;
