import { describe, expect, test } from "@jest/globals";
import { OPERATIONS } from "@veil/contracts/openapi";
import { checked } from "@veil/contracts/parsing";
import { createAnswerCheck } from "../support/answer-check.ts";

describe("Responses and the OpenAPI document", () => {
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
    ["a documented response", 200, usage, true],
    ["an additional field", 200, { ...usage, email: "ann@example.org" }, false],
    ["a missing field", 200, { ...usage, tier: undefined }, false],
    ["a documented error", 401, { error: "missing_api_key", message: "m" }, true],
    [
      "an undocumented error of a documented status",
      401,
      { error: "admin_unauthorized", message: "m" },
      false,
    ],
    [
      "an error with an additional field",
      401,
      { error: "missing_api_key", message: "m", at: 1 },
      false,
    ],
    ["an undocumented status", 418, { error: "teapot", message: "m" }, false],
  ] as const)(
    "the check distinguishes documented from undocumented responses: %s",
    (_what, status, body, documented) => {
      if (operation === undefined) throw new Error("The usage is not documented");
      const sent: unknown = JSON.parse(JSON.stringify(body));
      const difference = differenceOf(operation, { status, body: sent });
      expect(difference === undefined).toBe(documented);
    },
  );
});

const EXAMPLES = OPERATIONS.flatMap((operation) =>
  operation.body === undefined ? [] : [[operation.id, operation.body] as const],
);

describe("Examples in the OpenAPI document", () => {
  test.each(EXAMPLES)("the example of %s matches its schema", (_id, { schema, example }) => {
    expect(checked(schema)(example)).toBe(example);
  });
});
