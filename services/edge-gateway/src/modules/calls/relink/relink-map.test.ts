import { expect, test } from "@jest/globals";
import { openRelinkMap, readRelinkMap, sealRelinkMap } from "./relink-map.ts";

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

test("opens with the same API key and job, and with no other", () => {
  const box = sealRelinkMap("svc_one", "job_1", parts);
  expect(opened("svc_one", "job_1", box)).toEqual(map);
  expect(openRelinkMap("svc_two", "job_1", box)).toBeUndefined();
  expect(openRelinkMap("svc_one", "job_2", box)).toBeUndefined();
  expect(box.includes("Anna Weber")).toBe(false);
});

test("holds an evaluation where there is one", () => {
  const evaluation = {
    ...{ total_annotations: 1, true_positives: 0, false_negatives: 1, false_positives: 0 },
    ...{ detection_rate: 0, matches: [], extras: [] },
    missed: [{ field: "letter", type: "name", value: "Anna Weber" }],
  };
  const encoded = encoder.encode(JSON.stringify(evaluation));
  const box = sealRelinkMap("svc_one", "job_1", { ...parts, evaluation: encoded });
  expect(opened("svc_one", "job_1", box)).toEqual({ ...map, evaluation });
});

test("a box without entries is refused when it is read, as a defect of ours", () => {
  const entries = encoder.encode('[{"placeholder":"[PERSON_1]"}]');
  const box = sealRelinkMap("svc_one", "job_1", { entries });
  expect(() => opened("svc_one", "job_1", box)).toThrow(
    expect.objectContaining({ name: "VerificationError", code: "malformed" }),
  );
});

test("a map with a changed byte does not open", () => {
  const box = sealRelinkMap("svc_one", "job_1", parts);
  box.writeUInt8(box.readUInt8(20) ^ 1, 20);
  expect(openRelinkMap("svc_one", "job_1", box)).toBeUndefined();
});

test("a value that is no box throws, and does not count as a box of another API key", () => {
  const box = sealRelinkMap("svc_one", "job_1", parts);
  expect(() => openRelinkMap("svc_one", "job_1", box.subarray(0, 20))).toThrow(
    expect.objectContaining({ name: "VerificationError", code: "malformed" }),
  );
});
