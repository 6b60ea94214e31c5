import { expect, test } from "@jest/globals";
import { MAX_ORDERS_A_BATCH } from "@veil/contracts/certificate-orders";
import type { SaltedOrder } from "@veil/veil";
import fc from "fast-check";
import { weighedOrders } from "./weighed-batches.ts";

/** Makes an order with one claim and as many items. */
function orderOf(items: number) {
  const claim = { received: Array.from({ length: items }, () => ({})), emitted: [] };
  return { items, order: { claims: [{ claim }] } as unknown as Pick<SaltedOrder, "claims"> };
}
const itemsIn = (batches: readonly (readonly { readonly items: number }[])[]) =>
  batches.map((batch) => batch.map(({ items }) => items));

test("Orders stay in their order, and no batch with several orders is too heavy or too long", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 6_000 }), { maxLength: 30 }), (given) => {
      const batches = itemsIn(weighedOrders(given.map(orderOf)));
      expect(batches.flat()).toEqual(given);
      for (const batch of batches) {
        const weight = batch.reduce((sum, items) => sum + items + 1, 0);
        expect(batch.length === 1 || weight <= 5_000).toBe(true);
      }
    }),
  );
  const many = weighedOrders(Array.from({ length: MAX_ORDERS_A_BATCH + 1 }, () => orderOf(0)));
  expect(many.map(({ length }) => length)).toEqual([MAX_ORDERS_A_BATCH, 1]);
});

test("Consecutive orders that fit share a batch", () => {
  const given = [2_000, 2_000, 2_000, 9_000, 1].map(orderOf);
  expect(itemsIn(weighedOrders(given))).toEqual([[2_000, 2_000], [2_000], [9_000], [1]]);
});
