import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Replica } from "@veil/local-stack";
import { type Gateway, gatewayAt } from "../../support/clients/gateway.ts";
import {
  answerTextOf,
  type Capture,
  captureCalls,
  leaksIn,
  sdkRequest,
} from "../../support/clients/sdk-capture.ts";
import { type FaultProxy, startFaultProxy } from "../../support/network/fault-proxy.ts";
import { freshProviderKey } from "../../support/own-providers.ts";
import type { ProviderScenario } from "../../support/provider-scenario.ts";

const RELINKED = { "x-veil-relink": "true" };
const ANN = "Margaret Holloway";
const BEN = "Johanna Weber";
const EVE = "Eleanor Whitfield";

/** Tests for each defect that has been observed in similar gateways. */
export function describeKnownDefects(calls: ProviderScenario): void {
  const capture = captureCalls(calls);
  describe("The numbers in placeholders", () => numbering(calls, capture));
  describe("Replaced texts", () => texts(calls, capture));
  describe("While the sanitiser fails", () => failing(calls));
}

function numbering({ dialect, provider }: ProviderScenario, capture: Capture): void {
  const conversation = (...said: readonly [role: string, content: unknown][]) =>
    sdkRequest(dialect, { messages: said.map(([role, content]) => ({ role, content })) });
  const part = (text: string) => ({ type: "text", text });

  test("numbers do not restart with a message or a part, so each placeholder stands for one person", async () => {
    provider().setMode({ answer: "[PERSON_1]; [PERSON_2]; [PERSON_3]; [PERSON_4]" });
    const parts = [part(`I am ${ANN}.`), part(`My doctor is ${BEN}.`)];
    const { reply, received } = await capture(
      conversation(["user", parts], ["assistant", "Who else?"], ["user", `My lawyer is ${EVE}.`]),
      RELINKED,
    );
    provider().setMode({});
    expect(textSent(received)).toMatch(
      /I am \[PERSON_1\]\..*doctor is \[PERSON_2\]\..*lawyer is \[PERSON_3\]\./s,
    );
    expect(answerTextOf(reply)).toBe(`${ANN}; ${BEN}; ${EVE}; [PERSON_4]`);
  });

  test("names in the system prompt and the user's text get different placeholders, and only the user's name is restored", async () => {
    provider().setMode({ answer: "[PERSON_1] and [PERSON_2]" });
    const system = `You work for ${ANN}.`;
    const body =
      dialect === "anthropic"
        ? { ...conversation(["user", `I am ${BEN}.`]), system }
        : conversation(["system", system], ["user", `I am ${BEN}.`]);
    const { reply, received } = await capture(body, RELINKED);
    provider().setMode({});
    expect(textSent(received)).toMatch(/work for \[PERSON_1\]\..*I am \[PERSON_2\]\./s);
    expect(answerTextOf(reply)).toBe(`[PERSON_1] and ${BEN}`);
  });

  test("one person has the same placeholder in every turn and part", async () => {
    const { received } = await capture(
      conversation(
        ["user", [part(`I am ${ANN}.`), part(`Yes, ${ANN}.`)]],
        ["assistant", `Dear ${ANN},`],
        ["user", `Sign as ${ANN}.`],
      ),
    );
    expect(textSent(received).match(/\[PERSON_\d+\]/g)).toEqual(Array(4).fill("[PERSON_1]"));
  });

  test("a placeholder that the user types is not restored to a name, and is returned as it was typed", async () => {
    provider().setMode({ echo: true });
    const typed = `Explain [PERSON_1], [PERSON_2] and [LITERAL_1]. I am ${ANN}.`;
    const { reply, received } = await capture(conversation(["user", typed]), RELINKED);
    provider().setMode({});
    expect(textSent(received)).toMatch(/I am \[PERSON_1\]\./);
    expect(textSent(received)).not.toMatch(/Explain \[PERSON_\d/);
    expect(answerTextOf(reply)).toContain(typed);
  });
}

function texts({ dialect }: ProviderScenario, capture: Capture): void {
  const said = (content: string) => sdkRequest(dialect, { messages: [{ role: "user", content }] });

  test.each([
    "Open https://shop.example/u?mail=ann.weber@post.example&lang=en#top and stop.",
    "Write to <ann.weber@post.example>, or mailto:ann.weber@post.example?subject=Hello now.",
    "See https://ann.weber:secret@post.example/a/b?c=d, then go on.",
    "Mail ann.weber@post.example.https://post.example/x and the rest stays.",
  ])("overlapping findings do not remove text around them: %s", async (content) => {
    const { reply, received } = await capture(said(content));
    expect(reply.status).toBe(200);
    expect(leaksIn(received, ["ann.weber@post.example"])).toEqual([]);
    const sent = textSent(received).split("\n").at(-1) ?? "";
    expect(sent).toContain("[");
    const kept = sent.split(/\[[A-Z_]+_\d+\]/).map(escaped);
    expect(content).toMatch(new RegExp(`^${kept.join("(.+?)")}$`));
    const eaten = content.match(new RegExp(`^${kept.join("(.+?)")}$`))?.slice(1) ?? [];
    expect(eaten.filter((value) => /[\s]/.test(value))).toEqual([]);
  });

  test.each([
    [
      "a tool call in an earlier response",
      {
        role: "assistant",
        content: "",
        tool_calls: [
          { id: "1", type: "function", function: { name: "mail", arguments: `{"to":"${ANN}"}` } },
        ],
      },
    ],
    [
      "a tool use in an earlier response",
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "1", name: "mail", input: { to: ANN } }],
      },
    ],
    [
      "a tool result",
      { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: ANN }] },
    ],
    ["a turn of the role tool", { role: "tool", tool_call_id: "1", content: ANN }],
  ])("a request with tools is refused, and not sent: %s", async (_what, turn) => {
    const messages = [{ role: "user", content: "Go on" }, turn];
    const { reply, received } = await capture(sdkRequest(dialect, { messages }));
    expect([reply.status, reply.body["error"]]).toEqual([400, "tools_not_supported"]);
    expect(received).toEqual([]);
  });
}

function failing({ scenario, dialect, provider }: ProviderScenario): void {
  let proxy: FaultProxy;
  let replica: Replica;
  let gateway: Gateway;
  let apiKey: string;
  beforeAll(async () => {
    const { stack, customer } = scenario();
    proxy = await startFaultProxy(() => stack.url("sanitiser"));
    const env = { SANITISER_URL: proxy.url, SANITISER_TIMEOUT_MS: "1000" };
    replica = await stack.startReplica("edge-gateway", env);
    gateway = gatewayAt(replica.url);
    ({ apiKey } = await customer({ tier: "pro", managedAi: false }));
  });
  afterAll(async () => {
    await gateway?.close();
    await replica?.stop();
    proxy?.close();
  });

  const call = async () => {
    const path = dialect === "anthropic" ? "/v1/messages" : "/v1/chat/completions";
    const headers = { "x-upstream-key": freshProviderKey(dialect) };
    const messages = [{ role: "user", content: `I am ${ANN}.` }];
    const body = sdkRequest(dialect, { messages });
    return await gateway.call({ method: "POST", path, apiKey, headers, body });
  };
  const expectRefused = async () => {
    const { status, body } = await call();
    expect([status, body["error"]]).toEqual([503, "scanner_unavailable"]);
    expect(provider().record()).toEqual([]);
  };

  test("when the sanitiser responds with 503, then the plain text is not sent", async () => {
    provider().clear();
    proxy.answerWith(503);
    await expectRefused();
    proxy.answerWith(undefined);
    expect((await call()).status).toBe(200);
    expect(provider().record()).toHaveLength(1);
  });

  test("when the sanitiser hangs, then the call fails, and nothing is sent for it when the sanitiser continues", async () => {
    provider().clear();
    proxy.hold();
    await expectRefused();
    await proxy.letGo();
    expect((await call()).status).toBe(200);
    expect(provider().record()).toHaveLength(1);
    expect(leaksIn(provider().record(), [ANN])).toEqual([]);
    expect((await gateway.usage(apiKey)).used).toBe(2);
  });
}

/** Returns the texts of the conversation that the provider received. */
function textSent(received: readonly { readonly body: string }[]): string {
  const [request] = received;
  if (request === undefined) throw new Error("Nothing was sent");
  const { system = "", messages } = JSON.parse(request.body) as {
    readonly system?: unknown;
    readonly messages: readonly { readonly content: unknown }[];
  };
  const all = [system, ...messages.map(({ content }) => content)].flat() as (
    | string
    | { text: string }
  )[];
  return all.map((one) => (typeof one === "string" ? one : one.text)).join("\n");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
