import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { ErrorCode } from "@veil/contracts/errors";
import { createCredentialOpener } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import { allowRelink } from "../support/changes.ts";
import { completedResult, failedResult } from "../support/completed-result.ts";
import { codeOf, usageOf } from "../support/native-client.ts";
import {
  callSdk,
  ENDPOINTS,
  LETTER,
  type SdkEndpoint,
  sdkBody,
  sentJob,
  textOf,
  textsSent,
  UPSTREAM_KEYS,
} from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

let gateway: TestGateway;
let apiKey: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  ({ apiKey } = await gateway.provision({ tier: "enterprise", managedAi: false }));
});
beforeEach(() => {
  gateway.worker.answerWith(undefined);
  gateway.worker.direct.length = 0;
});
afterAll(() => gateway.close());

const send = (endpoint: SdkEndpoint, body: object, { key = apiKey, headers = {} }: Sending = {}) =>
  callSdk(gateway, endpoint, body, { key, headers });

interface Sending {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const withBlock = (block: object) => ({ messages: [{ role: "user", content: [block] }] });

describeWithServer("postgres", "SDK calls", () => {
  describe.each(ENDPOINTS)("An SDK call (%s)", (endpoint) => {
    // @spec DOC-2 SVC-17 SVC-29 SDK-1 SDK-5 SDK-9 END-8 AUTH-2 VER-1 VER-3
    test("a response has the SDK's format and compliance metadata, and the provider receives placeholders", async () => {
      const answer = await send(endpoint, sdkBody(endpoint));
      expect(answer.status).toBe(200);
      expect(textOf(answer)).toBe("[PERSON_1] writes from [EMAIL_1]");
      expect(answer.body.metadata.svc_compliance).toMatchObject({
        request_id: answer.headers["request-id"],
        redaction_count: 2,
        sanitizer_layers: ["L1", "L2"],
        latency_ms: 5,
        relinked: false,
        compliance_trace: { data_exposure_summary: { pii_in_ai: false } },
      });
      expect(answer.headers).toMatchObject({
        "cache-control": "no-store",
        "x-request-id": answer.headers["request-id"],
      });
      expect(textsSent(gateway).at(-1)).toEqual(["user", "[PERSON_1] writes from [EMAIL_1]"]);
    });

    // @spec SDK-3 SDK-7 SDK-10 AUTH-3
    test("the caller's provider key is sent sealed for this leg only, and appears nowhere else", async () => {
      await send(endpoint, sdkBody(endpoint));
      const { credential, job_request_id: leg } = sentJob(gateway);
      if (credential.kind !== "call") throw new Error("Not the key of the call");
      const { provider, sealed } = credential;
      const as = gateway.testTrust.keysOf("inference-worker");
      const open = createCredentialOpener({ as, from: "edge-gateway" });
      expect(open(sealed, { leg, provider })).toBe(UPSTREAM_KEYS[endpoint]);
      const { bridge, sanitiser, audit, log } = gateway.seen;
      const stored = await gateway.database.dump();
      const elsewhere = JSON.stringify([bridge, sanitiser, audit, log, stored]);
      const seen = elsewhere + JSON.stringify(gateway.worker.direct);
      expect(seen).not.toContain(UPSTREAM_KEYS[endpoint]);
    });

    // @spec SVC-27
    test("values are restored when the key's tier allows it and the request asks for it", async () => {
      const headers = { "x-veil-relink": "true" };
      const answer = await send(endpoint, sdkBody(endpoint), { headers });
      expect(textOf(answer)).toBe(LETTER);
      const relinked = { relinked: true, compliance_trace: { relink_requested: true } };
      expect(answer.body.metadata.svc_compliance).toMatchObject(relinked);
    });

    test("values are restored when the key's policy enables it, unless the request turns it off", async () => {
      const headers = { "x-veil-relink": "false" };
      const { apiKey: key, keyId } = await gateway.provision({ tier: "pro", managedAi: false });
      await allowRelink(gateway.stores.apiKeys, keyId);
      const [plain, refusing] = [
        await send(endpoint, sdkBody(endpoint), { key }),
        await send(endpoint, sdkBody(endpoint), { key, headers }),
      ];
      expect(textOf(plain)).toBe(LETTER);
      expect(plain.body.metadata.svc_compliance.relinked).toBe(true);
      expect(textOf(refusing)).toBe("[PERSON_1] writes from [EMAIL_1]");
    });

    // @spec SVC-27
    test.each([
      ["a developer key", { tier: "pro", family: "gw_live", developer: true }],
      ["a key of the free tier", { tier: "free" }],
    ] as const)("values are never restored for %s", async (_whose, order) => {
      const { apiKey: key, keyId } = await gateway.provision({ ...order, managedAi: false });
      await allowRelink(gateway.stores.apiKeys, keyId);
      for (const headers of [{}, { "x-veil-relink": "true" }]) {
        const answer = await send(endpoint, sdkBody(endpoint), { key, headers });
        expect(textOf(answer)).toBe("[PERSON_1] writes from [EMAIL_1]");
      }
    });

    test("a call counts once towards the quota, and its steps and its end are recorded as events", async () => {
      const { apiKey: key } = await gateway.provision({ managedAi: false });
      const answer = await send(endpoint, sdkBody(endpoint), { key });
      expect((await usageOf(gateway, key)).used).toBe(1);
      const id = answer.headers["request-id"];
      const own = (await gateway.events()).filter((event) => event.request_id === id);
      expect(own.map(({ event_type }) => event_type)).toEqual([
        "SDK_TOKEN_GENERATED",
        "SDK_SANITIZER_APPLIED",
        "SDK_INFERENCE_SUBMITTED",
        "SDK_INFERENCE_COMPLETED",
      ]);
    });

    test("personal data that the model wrote itself is redacted", async () => {
      gateway.worker.answerWith(() => completedResult("Pay to DE89 3704 0044 0532 0130 00"));
      const answer = await send(endpoint, sdkBody(endpoint));
      expect(textOf(answer)).toBe("Pay to [REDACTED:IBAN]");
      expect(answer.body.metadata.svc_compliance.dlp_redacted).toBe(true);
    });

    test("a value that occurs only in a system turn is not restored", async () => {
      const body = sdkBody(endpoint, {
        messages: [
          { role: "system", content: "You work for Ann Weber" },
          { role: "user", content: "For whom do you work?" },
        ],
      });
      gateway.worker.answerWith(() => completedResult("For [PERSON_1]"));
      const answer = await send(endpoint, body, { headers: { "x-veil-relink": "true" } });
      expect(textOf(answer)).toBe("For [PERSON_1]");
    });

    // @spec SVC-31
    test("placeholders in earlier answers are kept when values are not restored", async () => {
      const messages = [
        { role: "user", content: "A letter of Ann Weber. Not [PERSON_2]." },
        { role: "assistant", content: "Dear [PERSON_1], and [PERSON_7]" },
        { role: "user", content: "Go on" },
      ];
      await send(endpoint, sdkBody(endpoint, { messages }));
      expect(textsSent(gateway).slice(-3)).toEqual([
        ["user", "A letter of [PERSON_1]. Not [LITERAL_1]."],
        ["assistant", expect.stringMatching(/^Dear \[PERSON_1\], and \[LITERAL_\d\]$/)],
        ["user", "Go on"],
      ]);
    });

    test("the prompt has an instruction to keep placeholders only when there are any", async () => {
      await send(endpoint, sdkBody(endpoint));
      expect(textsSent(gateway)[0]).toEqual(["system", expect.stringContaining("placeholders")]);
      gateway.worker.direct.length = 0;
      await send(endpoint, sdkBody(endpoint, { messages: [{ role: "user", content: "Hello" }] }));
      expect(textsSent(gateway)).toEqual([["user", "Hello"]]);
    });

    // @spec SVC-32 SVC-33 SVC-34 SVC-35 SDK-6 SDK-8 ERR-9
    test.each<[string, object, ErrorCode]>([
      ["tools", { tools: [{ name: "a" }] }, "tools_not_supported"],
      ["a choice of tools", { tool_choice: "auto" }, "tools_not_supported"],
      ["a tool's turn", { messages: [{ role: "tool", content: "x" }] }, "tools_not_supported"],
      ["a tool's result", withBlock({ type: "tool_result", content: "x" }), "tools_not_supported"],
      ["an image", withBlock({ type: "image_url", image_url: {} }), "content_type_not_supported"],
      [
        "caching",
        withBlock({ type: "text", text: "x", cache_control: { type: "e" } }),
        "cache_control_not_supported",
      ],
      ["streaming", { stream: true }, "streaming_not_supported"],
      ["an unknown field", { audio: {} }, "invalid_field"],
      ["no messages", { messages: undefined }, "missing_field"],
      ["a model that is an address", { model: "ann@post.example" }, "invalid_field"],
    ])("a request with %s is refused before anything is sent", async (_what, more, code) => {
      const answer = await send(endpoint, sdkBody(endpoint, more));
      expect(codeOf(answer)).toEqual([400, code]);
      expect(gateway.worker.direct).toEqual([]);
    });

    // @spec SDK-3 SDK-7 SDK-10 AUTH-3
    test("a request with a provider key of the other format is refused", async () => {
      const other = endpoint === "chat" ? UPSTREAM_KEYS.messages : UPSTREAM_KEYS.chat;
      const headers = { "x-upstream-key": other };
      const answer = await send(endpoint, sdkBody(endpoint), { headers });
      expect(codeOf(answer)).toEqual([400, "upstream_key_mismatch"]);
    });

    // @spec SDK-3 SDK-7 SDK-10 AUTH-3
    test("a request without any provider key is refused", async () => {
      const { apiKey: key } = await gateway.provision({ managedAi: false });
      const headers = { "x-upstream-key": "" };
      const answer = await send(endpoint, sdkBody(endpoint), { key, headers });
      expect(codeOf(answer)).toEqual([401, "missing_upstream_key"]);
    });

    // @spec ERR-26
    test("a request is refused while the sanitiser fails, and nothing is counted or sent", async () => {
      const { apiKey: key } = await gateway.provision({ managedAi: false });
      gateway.sanitiser.answerWith((res) => res.writeHead(500).end());
      const answer = await send(endpoint, sdkBody(endpoint), { key });
      gateway.sanitiser.answerWith(undefined);
      expect(codeOf(answer)).toEqual([503, "scanner_unavailable"]);
      expect(gateway.worker.direct).toEqual([]);
      expect((await usageOf(gateway, key)).used).toBe(0);
    });

    // @spec SDK-7
    test("a request gets 503 token_service_unavailable while the bridge is down, and nothing is sent", async () => {
      const unreachable = await gateway.replica({ BRIDGE_URL: "http://127.0.0.1:1" });
      const { apiKey: key } = await gateway.provision({ managedAi: false });
      const answer = await callSdk(unreachable, endpoint, sdkBody(endpoint), { key });
      await unreachable.close();
      expect(codeOf(answer)).toEqual([503, "token_service_unavailable"]);
      expect(answer.headers["retry-after"]).toBe(String(answer.body.retry_after_seconds));
      expect(gateway.worker.direct).toEqual([]);
      expect((await usageOf(gateway, key)).used).toBe(0);
    });

    // @spec SDK-4
    test.each<[number, number, ErrorCode]>([
      [400, 400, "upstream_request_refused"],
      [401, 401, "upstream_key_refused"],
      [403, 403, "upstream_permission_denied"],
      [404, 404, "upstream_not_found"],
    ])(
      "the provider's status %p is returned to the client",
      async (provider_status, status, code) => {
        const refused = { ...failedResult("provider_refused"), provider_status };
        gateway.worker.answerWith(() => refused);
        expect(codeOf(await send(endpoint, sdkBody(endpoint)))).toEqual([status, code]);
      },
    );

    // @spec SDK-4
    test("a 429 from the provider is returned with a Retry-After", async () => {
      const limited = { provider_status: 429, retry_after_ms: 6_500 };
      gateway.worker.answerWith(() => ({ ...failedResult("provider_unavailable"), ...limited }));
      const answer = await send(endpoint, sdkBody(endpoint));
      expect(codeOf(answer)).toEqual([429, "upstream_rate_limited"]);
      expect(answer.headers["retry-after"]).toBe("7");
    });

    // @spec SDK-4
    test("the status of an overloaded provider is returned", async () => {
      const overloaded = { ...failedResult("provider_unavailable"), provider_status: 529 };
      gateway.worker.answerWith(() => overloaded);
      expect(codeOf(await send(endpoint, sdkBody(endpoint)))).toEqual([529, "upstream_overloaded"]);
    });

    test("an unreadable response of the provider is an error whose header stops SDKs from retrying", async () => {
      gateway.worker.answerWith(() => failedResult("provider_answer_unreadable"));
      const answer = await send(endpoint, sdkBody(endpoint));
      expect(codeOf(answer)).toEqual([503, "inference_service_unavailable"]);
      expect(answer.headers["x-should-retry"]).toBe("false");
    });

    // @spec LIM-15 DEC-9
    test("a request over the quota is refused, and its header stops SDKs from retrying", async () => {
      const small = await gateway.replica({ MONTHLY_LIMIT_PRO: "0" });
      const { apiKey: key } = await gateway.provision({ managedAi: false });
      const answer = await callSdk(small, endpoint, sdkBody(endpoint), { key });
      await small.close();
      expect(codeOf(answer)).toEqual([429, "quota_exceeded"]);
      expect(answer.headers["x-should-retry"]).toBe("false");
    });

    test("a refusal has the body that official SDKs read when one of them sent the request", async () => {
      const headers = { "x-stainless-lang": "js" };
      const { status, body, headers: answered } = await send(endpoint, { model: "m" }, { headers });
      expect([status, body.type, body.error.type]).toEqual([400, "error", "invalid_request_error"]);
      expect(body.error).toMatchObject({
        code: "missing_field",
        details: { error_code: "missing_field" },
      });
      expect(body.message).toBe(body.error.message);
      expect(body.request_id).toBe(answered["request-id"]);
      expect(answered["vary"]).toBe("x-stainless-lang, user-agent");
    });
  });
});
