import { expect, test } from "@jest/globals";
import { canaryBody, isCanaryMasked } from "./canary.ts";

const masked = (text: string) => isCanaryMasked(new TextEncoder().encode(text));
const whole = '{"fields":[{"name":"de","text":"[PERSON_1]"},{"name":"en","text":"[PERSON_2]"}]}';

test("An answer with every field and without any planted value passes", () => {
  expect(masked(whole)).toBe(true);
});

test.each([
  ["is the request itself", new TextDecoder().decode(canaryBody)],
  ["lets one value through", whole.replace("[PERSON_2]", "SSN 123-45-6789")],
  ["lets a name through", whole.replace("[PERSON_1]", "Anna Weber")],
  ["has no German", whole.replace('"de"', '"xx"')],
  ["has no English", whole.replace('"en"', '"xx"')],
  ["is empty", ""],
])("An answer that %s does not", (_case, answer) => {
  expect(masked(answer)).toBe(false);
});
