import { describe, expect, test } from "@jest/globals";
import type { ProxyRequest } from "@veil/contracts/public/proxy";
import { createInlineTextScans } from "../../scanning/inline-text-scans.ts";
import { readNativeRequest } from "./native-request.ts";

const rules = {
  modelsAllowed: [],
  defaultMaxTokens: 1024,
  scans: createInlineTextScans(),
  keyPolicy: undefined,
};
const body: ProxyRequest = { prompt_template: "Summarise {letter}", context: { letter: "hello" } };

test("takes defaults, and separates values that the template does not use", async () => {
  const request = await readNativeRequest({ ...body, context: { letter: "a", other: "b" } }, rules);
  expect(request).toMatchObject({
    parameters: { maxTokens: 1024, model: undefined, temperature: undefined },
    relink: true,
  });
  expect(request.content.values).toHaveLength(2);
  expect([...request.content.used]).toEqual(["letter"]);
});

describe("refuses", () => {
  const json = (text: string) => JSON.parse(text) as ProxyRequest["context"];
  test.each<[string, Partial<ProxyRequest>, string]>([
    ["an empty context", { context: {} }, "empty_context"],
    ["a context of reserved keys", { context: json('{"__proto__":"x"}') }, "empty_context"],
    ["a key that is no identifier", { context: { "ann@example.org": "x" } }, "invalid_field"],
    ["a value that is no string", { context: { letter: 1 } }, "invalid_field"],
    ["a variable without value", { prompt_template: "{letter} {missing}" }, "invalid_field"],
    [
      "an email in the template",
      { prompt_template: "Ask a@b.example {letter}" },
      "prompt_template_pii_detected",
    ],
    [
      "an IBAN in the template",
      { prompt_template: "DE89 3704 0044 0532 0130 00 {letter}" },
      "prompt_template_pii_detected",
    ],
    ["an email for a model", { model: "a@b.example" }, "invalid_field"],
    ["a policy beyond the key's", { entity_policy: { types: { PERSON: false } } }, "invalid_field"],
    ["proving ground without activity", { mode: "proving_ground" }, "missing_field"],
    [
      "placeholder-looking text in the template",
      { prompt_template: "[PERSON_1] {letter}" },
      "invalid_field",
    ],
  ])("%s", async (_case, change, code) => {
    await expect(readNativeRequest({ ...body, ...change }, rules)).rejects.toEqual(
      expect.objectContaining({ code }),
    );
  });

  test("a model that is not on the list", async () => {
    const strict = { ...rules, modelsAllowed: ["small"] };
    await expect(readNativeRequest({ ...body, model: "large" }, strict)).rejects.toEqual(
      expect.objectContaining({ code: "invalid_field" }),
    );
  });

  test("without repeating a key of the context", async () => {
    const change = { context: { "ann@example.org": "x" } };
    await expect(readNativeRequest({ ...body, ...change }, rules)).rejects.toEqual(
      expect.not.objectContaining({ message: expect.stringContaining("ann@") }),
    );
  });
});

test("combines the policy of the request with the key's", async () => {
  const entity_policy = { types: { DATE_TIME: true } };
  const keyPolicy = { types: { ORGANIZATION: true } };
  const { policy } = await readNativeRequest({ ...body, entity_policy }, { ...rules, keyPolicy });
  expect(policy).toEqual({ types: { ORGANIZATION: true, DATE_TIME: true } });
});

test("treats double braces, and braces of another form, as literal text", async () => {
  const prompt_template = 'As {{json}}: {"name": "..."} from {letter}';
  const { content } = await readNativeRequest({ ...body, prompt_template }, rules);
  expect([...content.used]).toEqual(["letter"]);
});
