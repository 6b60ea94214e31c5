/** @heavy drives the gateway with the official Python SDKs, which wait between attempts */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { PortBlock } from "@veil/local-stack";
import { describeWhere, judgePath } from "@veil/testing";
import { setCallPolicy } from "./support/call-policy.ts";
import { runPython } from "./support/clients/run-python.ts";
import {
  DIALECTS,
  freshProviderKey,
  type OwnProviders,
  startOwnProviders,
} from "./support/own-providers.ts";
import { describeEmbeddedOnly, type Scenario } from "./support/scenario.ts";
import { letterEn, PERSON_EN, valuesOf } from "./support/texts.ts";

const python = judgePath("python");
const frameworks = judgePath("python-frameworks");
/** Reserves a port for the provider that cuts streams. */
const ports = await PortBlock.reserve();
afterAll(() => ports.release());
const cutterPort = await ports.next();
const CUTTER = "sk-cutter-";

let providers: OwnProviders;
beforeAll(async () => {
  providers = await startOwnProviders();
});
afterAll(() => providers.close());

const BOTH = [
  ...["an answer, its usage and its request's id", "a key that is not valid, after 1 attempt(s)"],
  ...["tools, after 1 attempt(s)", "what is over the quota, after 1 attempt(s)"],
  ...[400, 403, 404].map((status) => `the provider's ${status}, after 1 attempt(s)`),
  ...["the provider's 429, after 3 attempt(s)", "the provider's 503, after 1 attempt(s)"],
  ...["its own time-out, after 2 attempts", "no gateway there, after 3 attempts"],
];
const TRIED = [
  ...["openai", "anthropic"].flatMap((sdk) => BOTH.map((what) => `${sdk}: ${what}`)),
  ...["an answer, asynchronously", "an earlier answer is sent back as it is"].map(
    (what) => `openai: ${what}`,
  ),
  ...["a stream is refused", "a list of models"].map((what) => `openai: ${what}`),
  "anthropic: a stream, its text and its final message",
  "anthropic: a stream, asynchronously, event by event",
  "anthropic: an error in the middle of a stream",
  "anthropic: a list of models, and a count of tokens",
];

/** The clients of `client_calls.py`, each with the Python that has it. */
const CLIENTS = [
  ...["openai", "anthropic"].map((client) => [client, python ?? ""] as const),
  ...[
    ...["langchain-openai", "langchain-openai, objects by a tool"],
    ...["langchain-anthropic", "langchain-anthropic, objects by a tool"],
    ...[
      "litellm for openai",
      "litellm for anthropic",
      "litellm for anthropic, objects by a schema",
    ],
    "llama-index",
  ].map((client) => [client, frameworks ?? ""] as const),
];
const CASES = [
  ...["an answer", "an earlier answer in the next request", "a stream"],
  ...["a tool, and the answer to its result", "an object of a class"],
  ...["a key that is not valid, after 1 attempt", "what is over the quota, after 1 attempt"],
  ...["a failed provider, after 1 attempt", "its own time-out"],
];

describeWhere(python !== undefined, "Python", "scripts/with-python-sdks", () => {
  describeEmbeddedOnly(
    "The Python SDKs",
    (scenario) => {
      let results: Results;
      beforeAll(async () => {
        results = await drive(python ?? "", scenario());
      });

      test.each(TRIED)("%s", (what) => {
        expect(results[what]).toBeNull();
      });

      describe.each(CLIENTS)("%s", (client, program) => {
        let results: Results;
        beforeAll(async () => {
          results = await useClient(program, client, scenario());
        });

        test.each(CASES)("%s", (what) => {
          expect(results[`${client}: ${what}`]).toBeNull();
        });

        test("The Python program tried exactly the listed cases", () => {
          expect(Object.keys(results)).toHaveLength(CASES.length);
        });
      });

      test("A stream restores the same text wherever chunk-invariance cuts it", async () => {
        const { gateway, customer } = scenario();
        const { apiKey: api_key } = await customer({ tier: "enterprise", managedAi: false });
        const { name, ...others } = PERSON_EN;
        const given = {
          ...{ url: gateway.url, api_key, upstream_key: `${CUTTER}key` },
          ...{ provider_port: cutterPort, letter: letterEn() },
          values: [name, others.email, others.iban],
        };
        const { tried, length } = (await runPython(
          python ?? "",
          "chunk_invariance_check.py",
          given,
        )) as Record<"tried" | "length", number>;
        expect(tried).toBe(length);
      });

      test("The Python program tried exactly the listed cases", () => {
        expect(Object.keys(results).toSorted()).toEqual(TRIED.toSorted());
      });
    },
    {
      env: () => ({
        "edge-gateway": {
          ...{ STREAMING_ENABLED: "true", MONTHLY_LIMIT_FREE: "0" },
          ...{ CHAT_STREAMING_ENABLED: "true", TOOLS_ENABLED: "true" },
          PER_MINUTE_LIMIT_ENTERPRISE: "100000",
          PROVIDER_KEY_PREFIXES: `sk-ant-=anthropic,sk-=openai,${CUTTER}=cutter:anthropic`,
        },
        "inference-worker": { PROVIDER_TABLE: tableWithCutter(providers.table()) },
      }),
    },
  );
});

/** For each case null, or what went wrong. */
type Results = Readonly<Record<string, string | null>>;

const given = ({ gateway }: Scenario) => ({
  ...{ url: gateway.url, letter: letterEn(), values: valuesOf(PERSON_EN) },
  upstream_keys: Object.fromEntries(DIALECTS.map((of) => [of, freshProviderKey(of)])),
});

async function drive(program: string, scenario: Scenario): Promise<Results> {
  const { apiKey: api_key } = await scenario.customer({ tier: "enterprise", managedAi: false });
  const { apiKey: spent_key } = await scenario.customer({ tier: "free", managedAi: false });
  const setup = { ...given(scenario), api_key, spent_key };
  return (await runPython(program, "sdk_calls.py", setup)) as Results;
}

/** Tries one client with a key whose call policy allows everything that the cases need. */
async function useClient(program: string, client: string, scenario: Scenario): Promise<Results> {
  const { apiKey: allowed } = await scenario.customer({ tier: "enterprise", managedAi: false });
  const { apiKey: spent } = await scenario.customer({ tier: "free", managedAi: false });
  await setCallPolicy(scenario, allowed, {
    extensions: ["chat_streaming"],
    // LiteLLM gets structured output as the input of a tool with the second name.
    tools: { allowed: true, relink_tools: ["send", "json_tool_call"] },
  });
  const setup = { ...given(scenario), keys: { allowed, spent }, clients: [client] };
  return (await runPython(program, "client_calls.py", setup)) as Results;
}

function tableWithCutter(table: string): string {
  const base_url = `http://127.0.0.1:${cutterPort}`;
  const cutter = { provider: "cutter", dialect: "anthropic", base_url };
  return JSON.stringify({ ...JSON.parse(table), [CUTTER]: cutter });
}
