import { MAX_ORDERS_A_BATCH } from "@veil/contracts/certificate-orders";
import type { SaltedOrder } from "@veil/veil";

/** The maximum number of claim items in one request, about a megabyte of JSON. */
const MAX_ITEMS_A_REQUEST = 5_000;

/**
 * Splits orders into requests to the signer. An order with more items than a request may have gets
 * a separate request.
 */
export function weighedOrders<T extends { readonly order: Pick<SaltedOrder, "claims"> }>(
  values: readonly T[],
): T[][] {
  const batches: T[][] = [];
  let weight = 0;
  for (const value of values) {
    const last = batches.at(-1);
    weight += itemsIn(value.order);
    if (last !== undefined && last.length < MAX_ORDERS_A_BATCH && weight <= MAX_ITEMS_A_REQUEST) {
      last.push(value);
      continue;
    }
    batches.push([value]);
    weight = itemsIn(value.order);
  }
  return batches;
}

function itemsIn({ claims }: Pick<SaltedOrder, "claims">): number {
  return claims.reduce(
    (sum, { claim }) => sum + 1 + claim.received.length + claim.emitted.length,
    0,
  );
}
