/** @slow reads the name models */

import { expect, test } from "@jest/globals";
import { ApiError } from "@veil/contracts/errors";
import { readBundledModels } from "@veil/pii/models";
import { claimMacKey, openEntityLists } from "../test/sealed-lists.ts";
import { createInlinePiiPool } from "./adapters/inline-pii-pool.ts";
import { canaryBody } from "./domain/canary.ts";
import { watchPool } from "./pool-health.ts";

const inline = createInlinePiiPool(openEntityLists(), { claimMacKey, names: readBundledModels() });
const unavailable = () => Promise.reject(new ApiError("sanitizer_unavailable", "broken"));

test("A pool is ready once it has masked the canary", async () => {
  expect(await watchPool(inline).check()).toEqual({ name: "engine_inline", ok: true });
});

test.each([
  ["fails on", unavailable],
  ["does not mask", async (body: Uint8Array) => body],
])("A pool whose engine %s the canary is not ready", async (_case, sanitise) => {
  expect(await watchPool({ ...inline, sanitise }).check()).toEqual({
    name: "engine_inline",
    ok: false,
  });
});

test("When a request fails in a ready pool, then the pool is not ready until it masks the canary again", async () => {
  let broken = false;
  const pool = watchPool({
    ...inline,
    sanitise: (body) => (broken ? unavailable() : inline.sanitise(body)),
  });
  expect((await pool.check()).ok).toBe(true);
  broken = true;
  await expect(pool.sanitise(canaryBody)).rejects.toThrow();
  expect((await pool.check()).ok).toBe(false);
  broken = false;
  expect((await pool.check()).ok).toBe(true);
});

test("A ready pool with work in flight is not checked again unless a request has failed", async () => {
  let asked = 0;
  let waiting = 0;
  const pool = watchPool({
    ...inline,
    pending: () => waiting,
    sanitise: (body) => {
      asked += 1;
      return inline.sanitise(body);
    },
  });
  await pool.check();
  waiting = 1;
  expect((await pool.check()).ok).toBe(true);
  expect(asked).toBe(1);
});

test("When a request is invalid, then the pool stays ready", async () => {
  const pool = watchPool({ ...inline, pending: () => 1 });
  await pool.check();
  await expect(pool.sanitise(Buffer.from("{"))).rejects.toMatchObject({ code: "invalid_json" });
  expect((await pool.check()).ok).toBe(true);
});
