import { beforeAll, expect, test } from "@jest/globals";
import { OPERATIONS, type Operation } from "@veil/contracts/openapi";
import { describeWithServer } from "@veil/testing";
import { openAccountSuite } from "../support/account-suite.ts";
import { callOperation } from "../support/endpoint-call.ts";
import { codeOf } from "../support/native-client.ts";

const OPERATOR = "the-key-of-an-operator".repeat(2);
const LARGE = /^\/v1\/|\/(?:proxy|mcp)\/messages$|entity-lists/;
const SMALL_BYTES = 64 * 1024;

describeWithServer("postgres", "The size limit of a body", () => {
  const { one } = openAccountSuite({ ADMIN_KEYS: OPERATOR, WEBSITE_KEYS: OPERATOR });
  let apiKey = "";
  beforeAll(async () => {
    ({ apiKey } = await one().provision());
  });

  const small = OPERATIONS.filter(({ path, body }) => body !== undefined && !LARGE.test(path));

  // @spec DEC-14
  test.each(small.map((operation) => [operation.id, operation] as const))(
    "A body of 64 kB is accepted, and one byte more gets 400 request_too_large: %s",
    async (_id, operation: Operation) => {
      const keys = { "x-api-key": apiKey, "x-admin-key": OPERATOR, "x-website-key": OPERATOR };
      const send = async (bytes: number) =>
        await callOperation(one(), operation, keys, '{"unknown":1}'.padEnd(bytes));
      expect((await send(SMALL_BYTES)).body.error).toMatch(/^((invalid|missing)_field|not_found)$/);
      expect(codeOf(await send(SMALL_BYTES + 1))).toEqual([400, "request_too_large"]);
    },
  );
});
