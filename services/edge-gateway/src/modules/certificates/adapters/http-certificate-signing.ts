import {
  type CertificateOrder,
  CertificateResults,
  MAX_ORDERS_A_BATCH,
} from "@veil/contracts/certificate";
import { checked } from "@veil/contracts/parsing";
import type { ServiceClient } from "@veil/service-kit/http";
import { issuedCertificates, packOrders } from "@veil/veil";
import { itemsIn, MAX_ITEMS_A_REQUEST } from "../domain/claim-weight.ts";
import { weighedBatches } from "../domain/weighed-batches.ts";
import type { CertificateSigning, SignedOrRefused } from "../ports.ts";

const parse = checked(CertificateResults);
const TIMEOUT_MS = 20_000;

export function createHttpCertificateSigning(client: ServiceClient): CertificateSigning {
  async function signBatch(orders: readonly CertificateOrder[]) {
    const body = packOrders(orders);
    const request = { path: "/certificates", timeoutMs: TIMEOUT_MS, body, parse };
    return issuedCertificates(orders, await client.call(request));
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
