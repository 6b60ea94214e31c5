import { expect, test } from "@jest/globals";
import { ApiError } from "@veil/contracts/errors";
import { DatabaseError } from "@veil/postgres-kit";
import { isDatabaseUnavailable, toClientError } from "./database-refusals.ts";

const gone = new DatabaseError(new Error("no connection"), { sent: false });
const lockTimeout = Object.assign(new DatabaseError(new Error("lock")), { refusedByServer: true });
const defect = new DatabaseError(new TypeError("a defect of ours"));

test.each([
  ["when the database does not respond", gone, "inference_service_unavailable", true],
  ["when the database refuses a statement", lockTimeout, "inference_service_unavailable", false],
  ["when a statement is defective", defect, undefined, false],
  ["when an error does not come from the database", new Error("other"), undefined, false],
])(
  "%s, clients get a public error code or the error unchanged, and the database counts as unavailable only if it did not respond",
  (_what, error, code, isGone) => {
    const refusal = toClientError(error);
    expect(refusal instanceof ApiError ? refusal.code : undefined).toBe(code);
    if (code === undefined) expect(refusal).toBe(error);
    expect(isDatabaseUnavailable(error)).toBe(isGone);
  },
);

test("When a database that did not respond caused a refusal, then the refusal does not change, and the database counts as unavailable", () => {
  const refusal = new ApiError("sanitizer_unavailable", "No lists", { cause: gone });
  expect(toClientError(refusal)).toBe(refusal);
  expect(isDatabaseUnavailable(refusal)).toBe(true);
});
