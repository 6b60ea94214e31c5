import { expect, test } from "@jest/globals";
import type { SubjectRequestChange } from "@veil/contracts/public/compliance/dsar";
import type { StoredSubjectRequest } from "../../ports.ts";
import { dueAt, nextState, subjectRequestView } from "./subject-request.ts";

const at = (text: string) => new Date(`${text}T10:00:00Z`);
const PENDING: StoredSubjectRequest = {
  ...{ id: "dsr_1", type: "erasure", subject: "value", status: "pending" },
  ...{ refusedFor: null, extendedFor: null, endedAt: null },
  ...{ submittedAt: at("2026-01-31"), receivedAt: at("2026-02-01"), dueAt: at("2026-02-28") },
  ...{ commitment: "00", sealedValue: Buffer.from("sealed") },
};
const VERIFIED: StoredSubjectRequest = { ...PENDING, status: "in_progress" };
const ENDED: StoredSubjectRequest = {
  ...{ ...VERIFIED, status: "completed", endedAt: at("2026-02-10"), sealedValue: null },
};
const NOW = at("2026-02-11");

test.each([
  ["2026-01-15", false, "2026-02-15"],
  ["2026-01-31", false, "2026-02-28"],
  ["2028-01-31", false, "2028-02-29"],
  ["2026-11-30", true, "2027-02-28"],
  ["2026-12-31", false, "2027-01-31"],
])("A request of %s (extended: %p) is due on %s", (submitted, extended, due) => {
  expect(dueAt(at(submitted), extended)).toEqual(at(due));
});

test.each<[string, StoredSubjectRequest, SubjectRequestChange, Partial<StoredSubjectRequest>]>([
  ["verified", PENDING, { request_status: "in_progress" }, { status: "in_progress" }],
  [
    "refused",
    PENDING,
    { request_status: "cancelled", reason: "insuf_verification" },
    { status: "cancelled", refusedFor: "insuf_verification", endedAt: NOW, sealedValue: null },
  ],
  [
    "completed",
    VERIFIED,
    { request_status: "completed" },
    { status: "completed", endedAt: NOW, sealedValue: null },
  ],
  [
    "extended",
    VERIFIED,
    { extension: "complexity" },
    { extendedFor: "complexity", dueAt: at("2026-04-30") },
  ],
])("A request is %s", (_step, before, change, after) => {
  expect(nextState(before, change, NOW)).toEqual({ ...before, ...after });
});

test.each<[string, StoredSubjectRequest, SubjectRequestChange]>([
  ["completed before the person is verified", PENDING, { request_status: "completed" }],
  ["verified twice", VERIFIED, { request_status: "in_progress" }],
  ["refused without a reason", PENDING, { request_status: "cancelled" }],
  ["completed with a reason", VERIFIED, { request_status: "completed", reason: "denied" }],
  ["changed after its end", ENDED, { request_status: "in_progress" }],
  ["extended after its end", ENDED, { extension: "complexity" }],
  [
    "extended twice",
    { ...VERIFIED, extendedFor: "complexity" },
    { extension: "number_of_requests" },
  ],
  [
    "extended and completed at once",
    VERIFIED,
    { extension: "complexity", request_status: "completed" },
  ],
  ["changed by a confirmation alone", VERIFIED, { confirm: "cus_1" }],
])("A request cannot be %s", (_step, before, change) => {
  expect(() => nextState(before, change, NOW)).toThrow(
    expect.objectContaining({ code: "invalid_field" }),
  );
});

test("A request cannot be extended after it was due", () => {
  expect(() => nextState(VERIFIED, { extension: "complexity" }, at("2026-03-01"))).toThrow(
    /before the request is due/,
  );
});

test("A refused request names the reason and the remedies", () => {
  const refused = nextState(PENDING, { request_status: "cancelled", reason: "denied" }, NOW);
  expect(subjectRequestView(refused, undefined)).toMatchObject({
    ...{ reason: "denied", remedy: expect.stringContaining("Art. 79") },
  });
});
