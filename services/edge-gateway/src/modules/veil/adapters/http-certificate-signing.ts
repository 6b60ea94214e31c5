import {
  type CertificateOrder,
  CertificateResults,
  MAX_ORDERS_A_BATCH,
} from "@veil/contracts/certificate";
import { checked } from "@veil/contracts/parsing";
import type { ServiceClient } from "@veil/http-kit";
import { itemsIn, MAX_ITEMS_A_REQUEST } from "../domain/claim-weight.ts";
import { weighedBatches } from "../domain/weighed-batches.ts";
import type { CertificateSigning, SignedOrRefused } from "../ports.ts";

const parse = checked(CertificateResults);
const TIMEOUT_MS = 20_000;

export function createHttpCertificateSigning(client: ServiceClient): CertificateSigning {
  async function signBatch(orders: readonly CertificateOrder[]) {
    const request = { path: "/certificates", timeoutMs: TIMEOUT_MS, body: { orders }, parse };
    const { results } = await client.call(request);
    if (results.length !== orders.length)
      throw new Error("The signer returned a wrong number of results");
    return results;
  }

  return {
    async sign(orders) {
      const batches = weighedBatches(orders, {
        weightOf: ({ claims }) => itemsIn(claims),
        maxWeight: MAX_ITEMS_A_REQUEST,
        maxCount: MAX_ORDERS_A_BATCH,
      });
      const results: SignedOrRefused[] = [];
      for (const batch of batches) results.push(...(await signBatch(batch)));
      return results;
    },
  };
}
