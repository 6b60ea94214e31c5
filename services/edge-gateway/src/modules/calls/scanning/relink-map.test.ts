import { expect, test } from "@jest/globals";
import {
  openRelinkMap,
  readRelinkMap,
  relink,
  relinkWithMap,
  sealRelinkMap,
} from "./relink-map.ts";
import type { RelinkInput } from "./text-scans.ts";

const map = {
  entries: [{ placeholder: "[PERSON_1]", value: "Anna Weber" }],
  linkHosts: ["shop.example"],
};

const encoder = new TextEncoder();
const parts = { ...map, entries: encoder.encode(JSON.stringify(map.entries)) };

function opened(...given: Parameters<typeof openRelinkMap>) {
  const bytes = openRelinkMap(...given);
  return bytes && readRelinkMap(bytes);
}

test("A sealed map opens with the same API key and job, and with no other", () => {
  const box = sealRelinkMap("svc_one", "job_1", parts);
  expect(opened("svc_one", "job_1", box)).toEqual(map);
  expect(openRelinkMap("svc_two", "job_1", box)).toBeUndefined();
  expect(openRelinkMap("svc_one", "job_2", box)).toBeUndefined();
  expect(box.includes("Anna Weber")).toBe(false);
});

test("A map contains the ground-truth evaluation if there is one", () => {
  const evaluation = {
    ...{ total_annotations: 1, true_positives: 0, false_negatives: 1, false_positives: 0 },
    ...{ detection_rate: 0, matches: [], extras: [] },
    missed: [{ field: "letter", type: "name", value: "Anna Weber" }],
  };
  const encoded = encoder.encode(JSON.stringify(evaluation));
  const box = sealRelinkMap("svc_one", "job_1", { ...parts, evaluation: encoded });
  expect(opened("svc_one", "job_1", box)).toEqual({ ...map, evaluation });
});

test("A box whose content is not a map is refused as malformed when it is read", () => {
  const entries = encoder.encode('[{"placeholder":"[PERSON_1]"}]');
  const box = sealRelinkMap("svc_one", "job_1", { entries });
  expect(() => opened("svc_one", "job_1", box)).toThrow(
    expect.objectContaining({ name: "VerificationError", code: "malformed" }),
  );
});

test("A map with a changed byte does not open", () => {
  const box = sealRelinkMap("svc_one", "job_1", parts);
  box.writeUInt8(box.readUInt8(20) ^ 1, 20);
  expect(openRelinkMap("svc_one", "job_1", box)).toBeUndefined();
});

test("openRelinkMap throws for bytes that are not a box, unlike for a box of another API key", () => {
  const box = sealRelinkMap("svc_one", "job_1", parts);
  expect(() => openRelinkMap("svc_one", "job_1", box.subarray(0, 20))).toThrow(
    expect.objectContaining({ name: "VerificationError", code: "malformed" }),
  );
});

/** A map without hosts, as earlier versions sealed it. */
const earlierMap = new TextEncoder().encode(
  JSON.stringify({ entries: [{ placeholder: "[PERSON_1]", value: "Anna Weber" }] }),
);
const ANSWER = { form: "text", blocks: ["[PERSON_1]"] } as const;
const fail = (error: unknown): never => {
  throw error;
};

test("When the map comes from an earlier version, then values are restored, but not in links", async () => {
  const scans = { relink: async (parts: RelinkInput) => relinkWithMap(parts) };
  const relinked = await relink({ scans, onNotRelinked: fail }, ANSWER, earlierMap);
  expect(relinked).toEqual({ blocks: ["Anna Weber"], restored: 1, left: 0 });
});

test("When an answer cannot be scanned in time, then nothing is restored and the failure is reported", async () => {
  const reported: unknown[] = [];
  const late = new Error("late");
  const deps = {
    scans: { relink: () => Promise.reject(late) },
    onNotRelinked: (error: unknown) => void reported.push(error),
  };
  expect(await relink(deps, ANSWER, earlierMap)).toBeUndefined();
  expect(reported).toEqual([late]);
});
