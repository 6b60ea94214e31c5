import { createServiceClient, createTokenIssuer } from "@veil/http-kit";
import type { GatewayConfig } from "../config.ts";

/** Own keys, pinned keys, and one keep-alive pool to each service. */
export function wireClients({ keys, trust, services }: GatewayConfig) {
  const issuer = createTokenIssuer(keys);
  const clients = {
    bridge: createServiceClient({ baseUrl: services.bridgeUrl, callee: "bridge", issuer }),
    sanitiser: createServiceClient({ baseUrl: services.sanitiserUrl, callee: "sanitiser", issuer }),
    worker: createServiceClient({
      baseUrl: services.workerUrl,
      callee: "inference-worker",
      issuer,
    }),
    audit: createServiceClient({ baseUrl: services.auditUrl, callee: "audit", issuer }),
    signer: createServiceClient({ baseUrl: services.signerUrl, callee: "veil-signer", issuer }),
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
