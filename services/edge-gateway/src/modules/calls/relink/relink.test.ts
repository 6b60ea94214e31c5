import { expect, test } from "@jest/globals";
import { relinkWithMap } from "../scanning/relink-with-map.ts";
import type { RelinkInput } from "../scanning/text-scans.ts";
import { relink } from "./relink.ts";

/** As an earlier version sealed it, without hosts. */
const map = new TextEncoder().encode(
  JSON.stringify({ entries: [{ placeholder: "[PERSON_1]", value: "Anna Weber" }] }),
);
const answer = { form: "text", blocks: ["[PERSON_1]"] } as const;
const fail = (error: unknown): never => {
  throw error;
};

test("When the map is of an earlier version, then values are restored, and none in a link", async () => {
  const scans = { relink: async (parts: RelinkInput) => relinkWithMap(parts) };
  const relinked = await relink({ scans, onNotRelinked: fail }, answer, map);
  expect(relinked).toEqual({ blocks: ["Anna Weber"], restored: 1, left: 0 });
});

test("When an answer cannot be read in time, then nothing is restored and the failure is reported", async () => {
  const reported: unknown[] = [];
  const late = new Error("late");
  const deps = {
    scans: { relink: () => Promise.reject(late) },
    onNotRelinked: (error: unknown) => void reported.push(error),
  };
  expect(await relink(deps, answer, map)).toBeUndefined();
  expect(reported).toEqual([late]);
});
