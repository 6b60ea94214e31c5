import { expect, test } from "@jest/globals";
import { ApiError } from "@veil/contracts/errors";
import { DatabaseError } from "@veil/postgres-kit";
import { isDatabaseUnavailable, toClientError } from "./database-refusals.ts";

const gone = new DatabaseError(new Error("no connection"), { sent: false });
const lockTimeout = Object.assign(new DatabaseError(new Error("lock")), { refusedByServer: true });
const defect = new DatabaseError(new TypeError("a defect of ours"));

test.each([
  ["no answer", gone, "inference_service_unavailable", true],
  ["a refusal of the server", lockTimeout, "inference_service_unavailable", false],
  ["a defect", defect, undefined, false],
  ["an error that is not the database's", new Error("other"), undefined, false],
])(
  "%s: clients learn only what they may know, and the database is queried again only if it answers",
  (_what, error, code, isGone) => {
    const refusal = toClientError(error);
    expect(refusal instanceof ApiError ? refusal.code : undefined).toBe(code);
    if (code === undefined) expect(refusal).toBe(error);
    expect(isDatabaseUnavailable(error)).toBe(isGone);
  },
);

test("When a database that did not answer caused a refusal, then it stays, and the database counts as unavailable", () => {
  const refusal = new ApiError("sanitizer_unavailable", "No lists", { cause: gone });
  expect(toClientError(refusal)).toBe(refusal);
  expect(isDatabaseUnavailable(refusal)).toBe(true);
});
