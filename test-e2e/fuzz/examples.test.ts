import { expect, test } from "@jest/globals";
import { byOperation, readExamples } from "./examples.ts";

const LABEL = "POST /api/v1/scan";

/** Returns a line of the report, with one case for each status. */
function finished(statuses: readonly (number | undefined)[], value = {}, rest = {}): string {
  const cases = statuses.map((_, at) => [at, { value: { method: "POST", ...value }, ...rest }]);
  const interactions = statuses.map((status_code, at) => [
    at,
    status_code === undefined ? {} : { response: { status_code } },
  ]);
  const recorder = {
    label: LABEL,
    cases: Object.fromEntries(cases),
    interactions: Object.fromEntries(interactions),
  };
  return JSON.stringify({ ScenarioFinished: { recorder } });
}

const triedOf = (...lines: string[]) => byOperation(readExamples(lines.join("\n")))[0];
const shareOf = (...lines: string[]) => triedOf(...lines)?.share;

test("An example counts as accepted when the request was carried out, or refused for a conflict with existing data", () => {
  expect(shareOf(finished([200, 201, 204, 409]))).toBe(1);
  expect(shareOf(finished([400, 401, 403, 404, 405, 413, 415, 429, 500, 503]))).toBe(0);
  expect(shareOf(finished([200, 400]), finished([400, 400]))).toBe(0.25);
});

test("The result for an operation has the share of accepted examples, and the number of examples by status", () => {
  const tried = triedOf(finished([200, 400]), finished([400]));
  expect(tried).toEqual({ operation: LABEL, share: 1 / 3, statuses: { 200: 1, 400: 2 } });
});

test("An example without a response is counted with the status 0", () => {
  expect(readExamples(finished([undefined]))).toEqual([{ operation: LABEL, status: 0 }]);
});

test("Requests that checks sent, requests with a wrong method, and lines of another kind are not counted", () => {
  const lines = [
    finished([401], {}, { parent_id: "1" }),
    finished([405], { method: "TRACE" }),
    JSON.stringify({ ScenarioFinished: { status: "skip" } }),
    JSON.stringify({ EngineFinished: {} }),
  ];
  expect(readExamples(lines.join("\n"))).toEqual([]);
});
