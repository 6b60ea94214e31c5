import { expect, test } from "@jest/globals";
import type { SanitiseRequest, SanitiseResponse } from "@veil/contracts/sanitiser";
import { writeSanitiseResponse } from "@veil/pii/sanitise-response";
import { canaryBody, isCanaryMasked } from "./canary.ts";

const { fields } = JSON.parse(new TextDecoder().decode(canaryBody)) as SanitiseRequest;

function answerTo(untouched?: string): SanitiseResponse {
  const sanitised = fields.map(({ name, text }, index) => {
    if (name === untouched) return { name, text, redactions: [], left: [] };
    const placeholder = `[PERSON_${untouched === undefined ? index + 1 : 1}]`;
    const span = { start: 0, end: text.length, placeholder, confidence: 1, recognizer: "test" };
    return {
      name,
      text: placeholder,
      redactions: [{ ...span, type: "PERSON" as const }],
      left: [],
    };
  });
  return writeSanitiseResponse({ fields: sanitised, layers_active: [] });
}

const masked = (answer: object) => isCanaryMasked(new TextEncoder().encode(JSON.stringify(answer)));

test("A response with every field and without any planted value counts as masked", () => {
  expect(masked(answerTo())).toBe(true);
});

test.each<[string, object]>([
  ["leaves the German text unmasked", answerTo("de")],
  ["leaves the English text unmasked", answerTo("en")],
  ["lacks the German field", { ...answerTo(), fields: answerTo().fields.slice(1) }],
  ["lacks the English field", { ...answerTo(), fields: answerTo().fields.slice(0, 1) }],
  ["has the hash of another text", { ...answerTo(), sha256: "A".repeat(43) }],
])("A response that %s does not count as masked", (_case, answer) => {
  expect(masked(answer)).toBe(false);
});

test.each([
  ["the request itself", canaryBody],
  ["empty", new Uint8Array()],
])("A response that is %s does not count as masked", (_case, answer) => {
  expect(isCanaryMasked(answer)).toBe(false);
});
