import { describe, expect, test } from "@jest/globals";
import type { ProxyRequest } from "@veil/contracts/public/proxy";
import { createInlineTextScans } from "../../scanning/create-text-scans.ts";
import { readNativeRequest } from "./native-request.ts";

const rules = {
  modelsAllowed: [],
  defaultMaxTokens: 1024,
  scans: createInlineTextScans(),
  keyPolicy: undefined,
};
const body: ProxyRequest = { prompt_template: "Summarise {letter}", context: { letter: "hello" } };

test("A request without options gets defaults, and only the variables of its template count as used", async () => {
  const request = await readNativeRequest({ ...body, context: { letter: "a", other: "b" } }, rules);
  expect(request).toMatchObject({
    parameters: { maxTokens: 1024, model: undefined, temperature: undefined },
    relink: true,
  });
  expect(request.content.values).toHaveLength(2);
  expect([...request.content.used]).toEqual(["letter"]);
});

describe("readNativeRequest", () => {
  const json = (text: string) => JSON.parse(text) as ProxyRequest["context"];
  test.each<[string, Partial<ProxyRequest>, string]>([
    ["an empty context", { context: {} }, "empty_context"],
    ["a context with only reserved keys", { context: json('{"__proto__":"x"}') }, "empty_context"],
    [
      "a context key that is not an identifier",
      { context: { "ann@example.org": "x" } },
      "invalid_field",
    ],
    ["a context value that is not a string", { context: { letter: 1 } }, "invalid_field"],
    [
      "a template variable that is not in the context",
      { prompt_template: "{letter} {missing}" },
      "invalid_field",
    ],
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
    ["an email address as the model", { model: "a@b.example" }, "invalid_field"],
    [
      "a policy that is looser than the key allows",
      { entity_policy: { types: { PERSON: false } } },
      "invalid_field",
    ],
    ["proving-ground mode without an activity", { mode: "proving_ground" }, "missing_field"],
    [
      "text that looks like a placeholder in the template",
      { prompt_template: "[PERSON_1] {letter}" },
      "invalid_field",
    ],
  ])("readNativeRequest refuses %s", async (_case, change, code) => {
    await expect(readNativeRequest({ ...body, ...change }, rules)).rejects.toEqual(
      expect.objectContaining({ code }),
    );
  });

  test("readNativeRequest refuses a model that is not in modelsAllowed", async () => {
    const strict = { ...rules, modelsAllowed: ["small"] };
    await expect(readNativeRequest({ ...body, model: "large" }, strict)).rejects.toEqual(
      expect.objectContaining({ code: "invalid_field" }),
    );
  });

  test("readNativeRequest refuses an invalid context key without repeating it in the error", async () => {
    const change = { context: { "ann@example.org": "x" } };
    await expect(readNativeRequest({ ...body, ...change }, rules)).rejects.toEqual(
      expect.not.objectContaining({ message: expect.stringContaining("ann@") }),
    );
  });
});

test("The policy of the request is combined with the policy of the API key", async () => {
  const entity_policy = { types: { DATE_TIME: true } };
  const keyPolicy = { types: { ORGANIZATION: true } };
  const { policy } = await readNativeRequest({ ...body, entity_policy }, { ...rules, keyPolicy });
  expect(policy).toEqual({ types: { ORGANIZATION: true, DATE_TIME: true } });
});

test("Double braces, and braces that do not enclose a variable name, are literal text", async () => {
  const prompt_template = 'As {{json}}: {"name": "..."} from {letter}';
  const { content } = await readNativeRequest({ ...body, prompt_template }, rules);
  expect([...content.used]).toEqual(["letter"]);
});
