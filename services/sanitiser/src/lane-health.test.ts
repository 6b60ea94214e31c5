/** @slow reads the models of names */
import { expect, test } from "@jest/globals";
import { ApiError } from "@veil/contracts/errors";
import { openEntityLists } from "../test/sealed-lists.ts";
import { createInlinePiiLane } from "./adapters/inline-pii-lane.ts";
import { canaryBody } from "./domain/canary.ts";
import { watchLane } from "./lane-health.ts";

const inline = createInlinePiiLane(openEntityLists());
const unavailable = () => Promise.reject(new ApiError("sanitizer_unavailable", "broken"));

test("A lane is not ready before it has masked the canary, and ready afterwards", async () => {
  expect(await watchLane(inline).check()).toEqual({ name: "engine_inline", ok: true });
});

test.each([
  ["fails", unavailable],
  ["lets everything through", async (body: Uint8Array) => body],
])("A lane whose engine %s is not ready", async (_case, sanitise) => {
  expect(await watchLane({ ...inline, sanitise }).check()).toEqual({
    name: "engine_inline",
    ok: false,
  });
});

test("A lane that breaks later is found out, and comes back when the canary passes again", async () => {
  let broken = false;
  const lane = watchLane({
    ...inline,
    sanitise: (body) => (broken ? unavailable() : inline.sanitise(body)),
  });
  expect((await lane.check()).ok).toBe(true);
  broken = true;
  await expect(lane.sanitise(canaryBody)).rejects.toThrow();
  expect((await lane.check()).ok).toBe(false);
  broken = false;
  expect((await lane.check()).ok).toBe(true);
});

test("A lane with work in hand is not asked again, unless its work failed", async () => {
  let asked = 0;
  let waiting = 0;
  const lane = watchLane({
    ...inline,
    pending: () => waiting,
    sanitise: (body) => {
      asked += 1;
      return inline.sanitise(body);
    },
  });
  await lane.check();
  waiting = 1;
  expect((await lane.check()).ok).toBe(true);
  expect(asked).toBe(1);
});

test("A request's own fault says nothing about the engine", async () => {
  const lane = watchLane({ ...inline, pending: () => 1 });
  await lane.check();
  await expect(lane.sanitise(Buffer.from("{"))).rejects.toMatchObject({ code: "invalid_json" });
  expect((await lane.check()).ok).toBe(true);
});
