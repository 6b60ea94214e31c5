import { describe, expect, test } from "@jest/globals";
import { SdkResponsesRequest } from "@veil/contracts/public/sdk/responses";
import { allowForKey } from "../../support/call-policy.ts";
import { leaksIn } from "../../support/clients/sdk-capture.ts";
import { plantAt, positionsOf } from "../../support/json-positions.ts";
import { freshProviderKey } from "../../support/own-providers.ts";
import type { ProviderScenario } from "../../support/provider-scenario.ts";
import { findIn } from "../../support/search.ts";
import { letterEn, PERSON_EN, valuesOf } from "../../support/texts.ts";

const refused = "invalid_field";
const notText = "content_type_not_supported";
const noTools = "tools_not_supported";

/**
 * The outcome for a person's letter at each position in the schema of the body: `sanitised` if it
 * is sent with placeholders, `withheld` if it is not sent, otherwise the error code of the refusal.
 */
const FATES: Readonly<Record<string, string>> = {
  background: refused,
  "client_metadata.*": "withheld",
  "client_metadata.*?": "withheld",
  "include[]": refused,
  input: "sanitised",
  "input[].arguments": refused,
  "input[].call_id": refused,
  "input[].content": "sanitised",
  "input[].content[].annotations[]": refused,
  "input[].content[].logprobs[]": refused,
  "input[].content[].refusal": "sanitised",
  "input[].content[].text": "sanitised",
  "input[].content[].type": notText,
  "input[].id": "withheld",
  "input[].name": refused,
  "input[].output": refused,
  "input[].output[].annotations[]": refused,
  "input[].output[].logprobs[]": refused,
  "input[].output[].text": refused,
  "input[].output[].type": notText,
  "input[].phase": refused,
  "input[].role": refused,
  "input[].status": refused,
  "input[].type": refused,
  instructions: "sanitised",
  max_output_tokens: refused,
  "metadata.*": "withheld",
  "metadata.*?": "withheld",
  model: refused,
  parallel_tool_calls: noTools,
  prompt_cache_key: "withheld",
  "reasoning.effort": refused,
  "reasoning.generate_summary": refused,
  "reasoning.summary": refused,
  safety_identifier: "withheld",
  service_tier: refused,
  store: refused,
  stream: refused,
  "stream_options.include_obfuscation": refused,
  temperature: refused,
  "text.format.description": refused,
  "text.format.name": refused,
  "text.format.schema.*": refused,
  "text.format.schema.*?": refused,
  "text.format.strict": refused,
  "text.format.type": refused,
  "text.verbosity": refused,
  tool_choice: noTools,
  "tool_choice.name": noTools,
  "tool_choice.type": noTools,
  "tools[].description": noTools,
  "tools[].name": noTools,
  "tools[].parameters.*": noTools,
  "tools[].parameters.*?": noTools,
  "tools[].strict": noTools,
  "tools[].type": noTools,
  top_p: refused,
  truncation: refused,
  user: "withheld",
};

const PLANTED = letterEn();
const VALUES = valuesOf(PERSON_EN);

/**
 * Plants personal data at every position of a request to the Responses API, and checks everything
 * that the provider receives. Tools are not allowed for the key.
 */
export function describeResponsesPositions({
  scenario,
  dialect,
  provider,
}: ProviderScenario): void {
  let apiKey: string | undefined;
  async function capture(body: object) {
    apiKey ??= await allowForKey(scenario(), { extensions: ["responses"] });
    provider().clear();
    const headers = { "x-upstream-key": freshProviderKey(dialect) };
    const call = { method: "POST", path: "/v1/responses", apiKey, body, headers } as const;
    return { reply: await scenario().gateway.call(call), received: provider().record() };
  }

  describe("Personal data in a request to the Responses API", () => {
    test("The list of outcomes has each position of the format, and no other position", () => {
      expect(positionsOf(SdkResponsesRequest)).toEqual(Object.keys(FATES).toSorted());
    });

    test.each(Object.entries(FATES))(
      "Personal data at the position %s has the outcome %s",
      async (position, fate) => {
        const { reply, received } = await capture(plantAt(besides(position), position, PLANTED));
        expect(leaksIn(received, VALUES)).toEqual([]);
        if (fate === "sanitised" || fate === "withheld") {
          expect([reply.status, received.length]).toEqual([200, 1]);
          expect(received[0]?.body.includes("[IBAN_1]")).toBe(fate === "sanitised");
          return;
        }
        expect([reply.status, reply.body["error"]]).toEqual([400, fate]);
        expect(received).toEqual([]);
        expect(findIn([{ name: "the refusal", text: reply.text }], VALUES)).toEqual([]);
      },
    );
  });
}

/** Returns a body that is valid with a value at the position. */
function besides(position: string): object {
  const said = (part: object) => ({ input: [{ role: "user", content: [part] }] });
  const more = position.endsWith(".refusal")
    ? said({ type: "refusal" })
    : position.startsWith("input[].content[]")
      ? said({ type: "input_text", text: "Hello" })
      : position.startsWith("input[]")
        ? { input: [{ role: "user", content: "Hello" }] }
        : {};
  const format = { type: "json_schema", name: "answer", schema: {} };
  return {
    ...{ model: "sim-model", input: "Hello", ...more },
    ...(position.startsWith("text.format.") && { text: { format } }),
  };
}
