import { expect, test } from "@jest/globals";
import { ApiError } from "@veil/contracts/errors";
import { DatabaseError } from "@veil/postgres-kit";
import { isDatabaseGone, refusalOf } from "./database-refusals.ts";

const gone = new DatabaseError(new Error("no connection"), { sent: false });
const lockTimeout = Object.assign(new DatabaseError(new Error("lock")), { refusedByServer: true });
const defect = new DatabaseError(new TypeError("a defect of ours"));

test.each([
  ["no answer", gone, "inference_service_unavailable", true],
  ["a refusal of the server", lockTimeout, "inference_service_unavailable", false],
  ["a defect", defect, undefined, false],
  ["an error that is not the database's", new Error("other"), undefined, false],
])(
  "%s: clients are told what they may know, and the database is asked again only if it answers",
  (_what, error, code, isGone) => {
    const refusal = refusalOf(error);
    expect(refusal instanceof ApiError ? refusal.code : undefined).toBe(code);
    if (code === undefined) expect(refusal).toBe(error);
    expect(isDatabaseGone(error)).toBe(isGone);
  },
);

test("When a refusal was caused by a database that did not answer, then it stays, and the database is gone", () => {
  const refusal = new ApiError("sanitizer_unavailable", "No lists", { cause: gone });
  expect(refusalOf(refusal)).toBe(refusal);
  expect(isDatabaseGone(refusal)).toBe(true);
});
