import { expect, test } from "@jest/globals";
import type { CustomerId } from "../../accounts/domain/caller.ts";
import type { PseudonymToken } from "../domain/minted.ts";
import { fairTokens } from "./fair-tokens.ts";

test("When one customer asks for many tokens at once, then a part of them is in flight, another's goes at once, and all are served", async () => {
  const asked: { readonly customerId: string; readonly answer: () => void }[] = [];
  const tokens = fairTokens(
    {
      tokenFor: (customerId, tokenRequestId) =>
        new Promise((resolve) => {
          const token = `${customerId} ${tokenRequestId}` as PseudonymToken;
          asked.push({ customerId, answer: () => resolve(token) });
        }),
    },
    { all: { calls: 3, bytes: 1 }, own: { calls: 2, bytes: 1 } },
  );
  const many = ["1", "2", "3", "4"].map((id) => tokens.tokenFor("many" as CustomerId, id));
  const other = tokens.tokenFor("other" as CustomerId, "5");
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked.map(({ customerId }) => customerId)).toEqual(["many", "many", "other"]);
  for (let answered = 0; answered < 5; answered++) {
    asked[answered]?.answer();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(many)).toEqual(["many 1", "many 2", "many 3", "many 4"]);
  expect(await other).toBe("other 5");
});
