import { describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import type { CustomerId } from "../../accounts/keys/caller.ts";
import type { PseudonymToken } from "../content/sanitised-content.ts";
import { createTokenStock } from "./http-token-service.ts";

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

/**
 * Makes four calls at once: the first requests one token and the others request six together, so
 * that three tokens are left.
 */
async function withThreeLeft({ stock, answerNext }: Controlled) {
  const calls = Array.from({ length: 4 }, () => stock.tokenFor(ann));
  await answerNext();
  await answerNext();
  return await Promise.all(calls);
}

test("When calls arrive one after the other, then each requests one token from the bridge", async () => {
  const { stock, asked, answerNext } = controlled();
  for (let call = 0; call < 3; call++) {
    const token = stock.tokenFor(ann);
    await answerNext();
    await token;
  }
  expect(asked.map(({ ids }) => ids.length)).toEqual([1, 1, 1]);
});

test("When calls wait together, then twice as many tokens are requested at once, and the next calls do not need the bridge", async () => {
  const parts = controlled();
  const first = await withThreeLeft(parts);
  const rest = [await parts.stock.tokenFor(ann), await parts.stock.tokenFor(ann)];
  expect(parts.asked.map(({ ids }) => ids.length)).toEqual([1, 6]);
  expect(new Set([...first, ...rest].map(({ token }) => token)).size).toBe(6);
  await parts.stock.tokenFor(ann);
  void parts.stock.tokenFor(ann);
  expect(parts.asked.map(({ ids }) => ids.length)).toEqual([1, 6, 6]);
});

test("Each token has the id under which it was requested, and is used for one call of its customer", async () => {
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

test("At most 16 tokens are requested at once, and every call eventually gets one", async () => {
  const { stock, asked, answerNext } = controlled();
  const calls = Array.from({ length: 40 }, () => stock.tokenFor(ann));
  for (let answer = 0; answer < 5; answer++) await answerNext();
  expect(new Set((await Promise.all(calls)).map(({ token }) => token)).size).toBe(40);
  expect(Math.max(...asked.map(({ ids }) => ids.length))).toBe(16);
});

test("A stocked token is not used after 60 seconds", async () => {
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

test("When a customer is forgotten, then the customer's stocked tokens are no longer used", async () => {
  const parts = controlled();
  await withThreeLeft(parts);
  parts.stock.forget(ann);
  const next = parts.stock.tokenFor(ann);
  await parts.answerNext();
  expect((await next).tokenRequestId).toBe(parts.asked[2]?.ids[0]);
});

describe("When the bridge fails", () => {
  test("waiting calls are refused when the bridge fails, but stocked tokens are still used", async () => {
    const parts = controlled();
    await withThreeLeft(parts);
    for (let call = 0; call < 3; call++) await parts.stock.tokenFor(ann);
    const refused = Promise.allSettled([parts.stock.tokenFor(ann), parts.stock.tokenFor(ann)]);
    parts.answers.shift()?.(new Error("down"));
    const outcomes = await refused;
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  test("the next call after a failure of the bridge requests a token again", async () => {
    const { stock, answers, answerNext } = controlled();
    const refused = stock.tokenFor(ann);
    answers.shift()?.(new Error("down"));
    await expect(refused).rejects.toThrow("down");
    const next = stock.tokenFor(ann);
    await answerNext();
    expect((await next).token).toContain(ann);
  });
});

test("When too many calls of one customer wait, then further calls of that customer are refused, and another customer's calls are served", async () => {
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
