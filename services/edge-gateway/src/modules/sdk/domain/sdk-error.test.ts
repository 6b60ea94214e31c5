import { expect, test } from "@jest/globals";
import { sdkErrorBody } from "./sdk-error.ts";

test.each([
  ['Field "messages[0].content" must be a string', "messages[0].content"],
  ['Field "cache_control" asks for prompt caching, which is not supported', "cache_control"],
  ['The role of "messages[1]" is for tools, which are not supported', "messages[1]"],
  ['Field "messages[0]": the parts together form personal data', "messages[0]"],
  ["The body must be an object", null],
])("The SDK error for the message %j has the param %j", (message, param) => {
  const { error } = sdkErrorBody(400, { error: "invalid_field", message });
  expect(error.param).toBe(param);
});
