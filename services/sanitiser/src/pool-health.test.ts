/** @slow reads the models of names */

import { expect, test } from "@jest/globals";
import { ApiError } from "@veil/contracts/errors";
import { readBundledModels } from "@veil/pii/models";
import { claimMacKey, openEntityLists } from "../test/sealed-lists.ts";
import { createInlinePiiPool } from "./adapters/inline-pii-pool.ts";
import { canaryBody } from "./domain/canary.ts";
import { watchPool } from "./pool-health.ts";

const inline = createInlinePiiPool(openEntityLists(), { claimMacKey, names: readBundledModels() });
const unavailable = () => Promise.reject(new ApiError("sanitizer_unavailable", "broken"));

test("A pool is not ready before it has masked the canary, and ready afterwards", async () => {
  expect(await watchPool(inline).check()).toEqual({ name: "engine_inline", ok: true });
});

test.each([
  ["fails", unavailable],
  ["lets everything through", async (body: Uint8Array) => body],
])("A pool whose engine %s is not ready", async (_case, sanitise) => {
  expect(await watchPool({ ...inline, sanitise }).check()).toEqual({
    name: "engine_inline",
    ok: false,
  });
});

test("When a pool breaks later, then it is not ready until the canary passes again", async () => {
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

test("A pool with work in flight is not checked again, unless its work failed", async () => {
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

test("When a request is invalid, then the engine stays ready", async () => {
  const pool = watchPool({ ...inline, pending: () => 1 });
  await pool.check();
  await expect(pool.sanitise(Buffer.from("{"))).rejects.toMatchObject({ code: "invalid_json" });
  expect((await pool.check()).ok).toBe(true);
});
