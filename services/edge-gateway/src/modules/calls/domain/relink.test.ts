import { expect, test } from "@jest/globals";
import { completedNativeResult } from "../../../../test/support/completed-result.ts";
import type { RelinkParts } from "../text-scans.ts";
import type { Answer } from "./answers.ts";
import { relink } from "./relink.ts";
import { relinkWithMap } from "./scans/relink-with-map.ts";

/** As an earlier version sealed it, without hosts. */
const map = new TextEncoder().encode(
  JSON.stringify({ entries: [{ placeholder: "[PERSON_1]", value: "Anna Weber" }] }),
);
const completed: Answer = {
  form: "text",
  dlpRedacted: false,
  result: completedNativeResult("[PERSON_1]"),
};
const fail = (error: unknown): never => {
  throw error;
};

test("When the map is of an earlier version, then values are restored, and none in a link", async () => {
  const scans = { relink: async (parts: RelinkParts) => relinkWithMap(parts) };
  const relinked = await relink({ scans, onNotRelinked: fail }, completed, map);
  expect(relinked).toEqual({ text: "Anna Weber", restored: 1, left: 0 });
});

test("When an answer cannot be read in time, then nothing is restored and the operator is told", async () => {
  const told: unknown[] = [];
  const late = new Error("late");
  const deps = {
    scans: { relink: () => Promise.reject(late) },
    onNotRelinked: (error: unknown) => void told.push(error),
  };
  expect(await relink(deps, completed, map)).toBeUndefined();
  expect(told).toEqual([late]);
});

test("When a job failed, then there is nothing to restore", async () => {
  const result = {
    outcome: "failed",
    reason: "provider_refused",
    latency_ms: 1,
    attempts: 1,
  } as const;
  const deps = { scans: { relink: () => fail(new Error("asked")) }, onNotRelinked: fail };
  expect(await relink(deps, { ...completed, result }, map)).toBeUndefined();
});
