import { describe, expect, test } from "@jest/globals";
import { OPERATIONS } from "@veil/contracts/openapi";
import { checked } from "@veil/contracts/parsing";
import { createAnswerCheck } from "../support/answer-check.ts";

describe("An answer that the document does not allow is found by the tests of the gateway", () => {
  const differenceOf = createAnswerCheck();
  const operation = OPERATIONS.find(({ id }) => id === "readUsage");
  const usage = {
    customer_id: "cus_1",
    tier: "free",
    monthly_limit: 500,
    used: 0,
    remaining: 500,
    managed_ai: true,
    audit_export: false,
  };

  test.each([
    ["a documented answer", 200, usage, true],
    ["a field more", 200, { ...usage, email: "ann@example.org" }, false],
    ["a field less", 200, { ...usage, tier: undefined }, false],
    ["a documented error", 401, { error: "missing_api_key", message: "m" }, true],
    ["another error of that status", 401, { error: "admin_unauthorized", message: "m" }, false],
    ["an error with a field more", 401, { error: "missing_api_key", message: "m", at: 1 }, false],
    ["a status that is not documented", 418, { error: "teapot", message: "m" }, false],
  ] as const)("%s", (_what, status, body, documented) => {
    if (operation === undefined) throw new Error("The usage is not documented");
    const sent: unknown = JSON.parse(JSON.stringify(body));
    const difference = differenceOf(operation, { status, body: sent });
    expect(difference === undefined).toBe(documented);
  });
});

const EXAMPLES = OPERATIONS.flatMap((operation) =>
  operation.body === undefined ? [] : [[operation.id, operation.body] as const],
);

describe("The example of", () => {
  test.each(EXAMPLES)("%s fits its schema", (_id, { schema, example }) => {
    expect(checked(schema)(example)).toBe(example);
  });
});
