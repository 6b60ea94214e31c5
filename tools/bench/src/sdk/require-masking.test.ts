import { expect, test } from "@jest/globals";
import { type MaskedCall, requireMasking } from "./require-masking.ts";

const VALUE = "anna.schmidt@example.org";
const MASKED: MaskedCall = {
  value: VALUE,
  arrived: ['{"messages":[{"role":"user","content":"Write to EMAIL_1, please"}]}'],
  answer: `{"content":[{"type":"text","text":"Write to ${VALUE}, please"}]}`,
};

test("When a value is masked on its way to the provider and restored in the response, then the gateway may be measured", () => {
  expect(() => requireMasking("a gateway", MASKED)).not.toThrow();
});

test.each<readonly [string, Partial<MaskedCall>, RegExp]>([
  [
    "the value arrives at the provider",
    { arrived: [`{"messages":[{"content":"Write to ${VALUE}"}]}`] },
    /a gateway does not mask$/,
  ],
  [
    "one of several requests contains the value",
    { arrived: [...MASKED.arrived, `{"metadata":"${VALUE}"}`] },
    /a gateway does not mask$/,
  ],
  ["the provider gets nothing", { arrived: [] }, /a gateway does not forward/],
  [
    "the placeholder stays in the response",
    { answer: '{"content":[{"type":"text","text":"Write to EMAIL_1"}]}' },
    /a gateway does not restore/,
  ],
])(
  "When %s, then the gateway must not be measured, and the error message does not contain the value",
  (_case, change, problem) => {
    const check = () => requireMasking("a gateway", { ...MASKED, ...change });
    expect(check).toThrow(problem);
    expect(check).not.toThrow(VALUE);
  },
);
