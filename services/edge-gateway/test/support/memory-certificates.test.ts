import type { CustomerId } from "../../src/modules/accounts/keys/caller.ts";
import { describeCertificateStore } from "../../src/modules/certificates/adapters/certificate-store.contract.ts";
import { createMemoryCertificates } from "./memory-certificates.ts";

describeCertificateStore("memory", async () => {
  const stored: string[] = [];
  const stores = createMemoryCertificates((events) =>
    stored.push(...events.map(({ event_id }) => event_id)),
  );
  return { ...stores, customerId: "cus_1" as CustomerId, events: async () => stored };
});
