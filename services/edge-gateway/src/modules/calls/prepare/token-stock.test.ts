import { describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import type { CustomerId } from "../../accounts/keys/caller.ts";
import type { PseudonymToken } from "../content/branded-types.ts";
import { createTokenStock } from "./token-stock.ts";

const [ann, bob] = ["cus_ann", "cus_bob"] as [CustomerId, CustomerId];

function controlled({ all = 8, own = 4 } = {}) {
  const asked: { customerId: CustomerId; ids: readonly string[] }[] = [];
  const answers: ((error?: Error) => void)[] = [];
  let nowMs = 0;
  const stock = createTokenStock({
    makeTokens: (customerId, ids) =>
      new Promise((resolve, reject) => {
        asked.push({ customerId, ids });
        const tokens = ids.map((id) => ({
          token: `token of ${customerId} ${id}` as PseudonymToken,
          tokenRequestId: id,
        }));
        answers.push((error) => (error ? reject(error) : resolve(tokens)));
      }),
    inFlight: { all: { calls: all, bytes: 1 }, own: { calls: own, bytes: 1 } },
    random: systemRandomBytes,
    clock: () => nowMs,
  });
  const answerNext = async () => {
    answers.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const setNow = (ms: number) => {
    nowMs = ms;
  };
  return { stock, asked, answers, answerNext, setNow };
}

type Controlled = ReturnType<typeof controlled>;

/** Four calls at once: the first requests one token, the others six together; three are left. */
async function withThreeLeft({ stock, answerNext }: Controlled) {
  const calls = Array.from({ length: 4 }, () => stock.tokenFor(ann));
  await answerNext();
  await answerNext();
  return await Promise.all(calls);
}

test("When calls come one after the other, then each requests one token from the bridge", async () => {
  const { stock, asked, answerNext } = controlled();
  for (let call = 0; call < 3; call++) {
    const token = stock.tokenFor(ann);
    await answerNext();
    await token;
  }
  expect(asked.map(({ ids }) => ids.length)).toEqual([1, 1, 1]);
});

test("When calls wait together, then twice as many tokens are requested at once, and the next calls need no bridge", async () => {
  const parts = controlled();
  const first = await withThreeLeft(parts);
  const rest = [await parts.stock.tokenFor(ann), await parts.stock.tokenFor(ann)];
  expect(parts.asked.map(({ ids }) => ids.length)).toEqual([1, 6]);
  expect(new Set([...first, ...rest].map(({ token }) => token)).size).toBe(6);
  await parts.stock.tokenFor(ann);
  void parts.stock.tokenFor(ann);
  expect(parts.asked.map(({ ids }) => ids.length)).toEqual([1, 6, 6]);
});

test("Each token has a separate id, under which it was requested, and serves one call of its customer", async () => {
  const parts = controlled();
  const { stock, asked, answerNext } = parts;
  const theirs = await withThreeLeft(parts);
  const other = stock.tokenFor(bob);
  await answerNext();
  const all = [...theirs, await stock.tokenFor(ann), await stock.tokenFor(ann), await other];
  expect(new Set(all.map(({ tokenRequestId }) => tokenRequestId)).size).toBe(all.length);
  for (const { token, tokenRequestId } of all) {
    const request = asked.find(({ ids }) => ids.includes(tokenRequestId));
    expect(token).toBe(`token of ${request?.customerId} ${tokenRequestId}`);
    expect(tokenRequestId).toMatch(/^tok_[0-9a-f]{32}$/);
  }
  expect((await other).token).toContain(bob);
});

test("At most 16 tokens are requested at once, and every call is served in the end", async () => {
  const { stock, asked, answerNext } = controlled();
  const calls = Array.from({ length: 40 }, () => stock.tokenFor(ann));
  for (let answer = 0; answer < 5; answer++) await answerNext();
  expect(new Set((await Promise.all(calls)).map(({ token }) => token)).size).toBe(40);
  expect(Math.max(...asked.map(({ ids }) => ids.length))).toBe(16);
});

test("After 60 seconds a token in stock is not used any more", async () => {
  const parts = controlled();
  await withThreeLeft(parts);
  parts.setNow(59_999);
  await parts.stock.tokenFor(ann);
  parts.setNow(60_000);
  const late = parts.stock.tokenFor(ann);
  await parts.answerNext();
  expect((await late).tokenRequestId).toBe(parts.asked[2]?.ids[0]);
  expect(parts.asked[2]?.ids).toHaveLength(1);
});

test("When a customer is forgotten, then the stocked tokens are not used any more", async () => {
  const parts = controlled();
  await withThreeLeft(parts);
  parts.stock.forget(ann);
  const next = parts.stock.tokenFor(ann);
  await parts.answerNext();
  expect((await next).tokenRequestId).toBe(parts.asked[2]?.ids[0]);
});

describe("When the bridge fails", () => {
  test("then waiting calls are refused, and stocked tokens are still used", async () => {
    const parts = controlled();
    await withThreeLeft(parts);
    for (let call = 0; call < 3; call++) await parts.stock.tokenFor(ann);
    const refused = Promise.allSettled([parts.stock.tokenFor(ann), parts.stock.tokenFor(ann)]);
    parts.answers.shift()?.(new Error("down"));
    const outcomes = await refused;
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  test("then the next call requests a token again", async () => {
    const { stock, answers, answerNext } = controlled();
    const refused = stock.tokenFor(ann);
    answers.shift()?.(new Error("down"));
    await expect(refused).rejects.toThrow("down");
    const next = stock.tokenFor(ann);
    await answerNext();
    expect((await next).token).toContain(ann);
  });
});

test("When one customer has too many calls waiting, then theirs are refused, and another's are served", async () => {
  const { stock, asked, answerNext } = controlled();
  const many = Array.from({ length: 256 }, () => stock.tokenFor(ann));
  await expect(stock.tokenFor(ann)).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  const other = stock.tokenFor(bob);
  expect(asked.map(({ customerId }) => customerId)).toEqual([ann, bob]);
  await answerNext();
  await answerNext();
  expect((await other).token).toContain(bob);
  for (let answer = 0; answer < 20; answer++) await answerNext();
  expect((await Promise.all(many)).length).toBe(256);
});
