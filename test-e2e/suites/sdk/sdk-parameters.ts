import { describe, expect, test } from "@jest/globals";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import { allowForKey } from "../../support/call-policy.ts";
import { sdkRequest } from "../../support/clients/sdk-capture.ts";
import { plantAt, valueAt } from "../../support/json-positions.ts";
import { freshProviderKey } from "../../support/own-providers.ts";
import type { ProviderScenario } from "../../support/provider-scenario.ts";
import {
  labelOf,
  PARAMETER_ENDPOINTS,
  PARAMETERS,
  type ParameterEndpoint,
  type ParameterFate,
  type ParameterRow,
} from "./parameters-table.ts";

const ALLOWED: CallPolicy = { extensions: ["responses"] };
const TOOLS = {
  messages: [{ name: "find", input_schema: {} }],
  chat: [{ type: "function", function: { name: "find" } }],
  responses: [{ type: "function", name: "find" }],
} as const;

const CASES = (["messages", "chat", "responses"] as const).flatMap((endpoint) =>
  PARAMETERS.flatMap((row) => {
    const fate = row[endpoint];
    return fate === undefined ? [] : [[labelOf(row), fate, { endpoint, row }] as const];
  }),
);

/** Sends each parameter of the table in docs/sdk.md, and compares what the provider receives. */
export function describeSdkParameters(
  callsTo: (dialect: ProviderScenario["dialect"]) => ProviderScenario,
): void {
  const keys = new Map<string, Promise<string>>();
  const keyWith = (policy: CallPolicy) => {
    const name = JSON.stringify(policy);
    const key = keys.get(name) ?? allowForKey(callsTo("openai").scenario(), policy);
    keys.set(name, key);
    return key;
  };

  async function capture(endpoint: ParameterEndpoint, { at, value, withTools }: ParameterRow) {
    const { path, dialect } = PARAMETER_ENDPOINTS[endpoint];
    const { scenario, provider } = callsTo(dialect);
    const tools = withTools ? { tools: TOOLS[endpoint] } : {};
    const base =
      endpoint === "responses"
        ? { model: "sim-model", input: "Hello", ...tools }
        : sdkRequest(dialect, tools);
    const apiKey = await keyWith(withTools ? { ...ALLOWED, tools: { allowed: true } } : ALLOWED);
    provider().clear();
    const reply = await scenario().gateway.call({
      ...{ method: "POST", path, apiKey, body: plantAt(base, at, value) },
      headers: { "x-upstream-key": freshProviderKey(dialect) },
    });
    const [received, ...others] = provider().record();
    expect([reply.status, others]).toEqual([200, []]);
    return { reply, sent: JSON.parse(received?.body ?? "{}") as object };
  }

  describe("A parameter of a request", () => {
    test.each(CASES)("%s is %s (%j)", async (_label, fate, { endpoint, row }) => {
      const { reply, sent } = await capture(endpoint, row);
      expectFate(valueAt(sent, row.as ?? row.at), fate, row.value);
      if (fate === "returned")
        expect(reply.body["metadata"]).toMatchObject(row.value as Record<string, unknown>);
    });
  });
}

function expectFate(received: unknown, fate: ParameterFate, value: unknown): void {
  switch (fate) {
    case "sent":
      expect(received).toEqual(value);
      return;
    case "replaced":
      expect(received).toBeDefined();
      expect(received).not.toEqual(value);
      return;
    default:
      expect(received).toBeUndefined();
  }
}
