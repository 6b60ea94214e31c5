import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { failedResult } from "../support/completed-result.ts";
import { codeOf } from "../support/native-client.ts";
import {
  callResponses,
  RESPONSES_HEADERS,
  RESPONSES_SETTINGS,
  responsesKey,
} from "../support/responses.ts";
import { endOf, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";
import { keyWithTools } from "../support/tools.ts";

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway({
    ...{ ...RESPONSES_SETTINGS, PER_MINUTE_LIMIT_ENTERPRISE: "100000" },
  });
  key = await responsesKey(gateway);
});
beforeEach(() => gateway.worker.answerWith(undefined));
afterAll(() => gateway.close());

describeWithServer("postgres", "Errors of POST /v1/responses", () => {
  // @spec DEC-17
  test.each([
    [400, "upstream_request_refused"],
    [401, "upstream_key_refused"],
    [403, "upstream_permission_denied"],
    [404, "upstream_not_found"],
    [429, "upstream_rate_limited"],
    [529, "upstream_overloaded"],
  ])("the provider's status %s becomes the code %s", async (provider_status, code) => {
    gateway.worker.answerWith(() => ({ ...failedResult("provider_refused"), provider_status }));
    expect(codeOf(await callResponses(gateway, {}, { key }))).toEqual([provider_status, code]);
  });

  // @spec DEC-17
  test.each<[string, Readonly<Record<string, string>>, number, string]>([
    ["no provider key", {}, 401, "missing_upstream_key"],
    [
      "a key of the other format",
      { "x-upstream-key": UPSTREAM_KEYS.messages },
      ...([400, "upstream_key_mismatch"] as const),
    ],
  ])("a request with %s is refused", async (_what, headers, status, code) => {
    const answer = await callResponses(gateway, {}, { key, headers });
    expect(codeOf(answer)).toEqual([status, code]);
  });

  // @spec DEC-17
  test("the end of a call is recorded like that of every SDK call", async () => {
    const { headers } = await callResponses(gateway, {}, { key, headers: RESPONSES_HEADERS });
    const types = (await endOf(gateway, headers["x-request-id"])).map(
      ({ event_type }) => event_type,
    );
    expect(types).toEqual(["SDK_INFERENCE_COMPLETED"]);
  });

  // @spec DEC-17
  test("a request is refused while the sanitiser fails, and nothing is sent", async () => {
    gateway.worker.direct.length = 0;
    gateway.sanitiser.answerWith((res) => res.writeHead(500).end());
    const answer = await callResponses(gateway, {}, { key });
    gateway.sanitiser.answerWith(undefined);
    expect(codeOf(answer)).toEqual([503, "scanner_unavailable"]);
    expect(gateway.worker.direct).toEqual([]);
  });

  // @spec DEC-17
  test.each<[string, Readonly<Record<string, string>>, number, string]>([
    [
      "the bridge is down",
      { BRIDGE_URL: "http://127.0.0.1:1" },
      ...([503, "token_service_unavailable"] as const),
    ],
    ["the quota is used up", { MONTHLY_LIMIT_PRO: "0" }, 429, "quota_exceeded"],
  ])("a request is refused while %s", async (_what, settings, status, code) => {
    const order = { tier: "pro", managedAi: false } as const;
    const pro = await keyWithTools(gateway, { policy: { extensions: ["responses"] }, order });
    const other = await gateway.replica({ ...RESPONSES_SETTINGS, ...settings });
    const answer = await callResponses(other, {}, { key: pro });
    await other.close();
    expect(codeOf(answer)).toEqual([status, code]);
  });

  // @spec DEC-17
  test("a request is refused while the worker is full", async () => {
    const busy = JSON.stringify({ error: "busy" });
    gateway.worker.respondWith((_path, _body, res) => res.writeHead(503).end(busy));
    const answer = await callResponses(gateway, {}, { key });
    gateway.worker.respondWith(undefined);
    expect(codeOf(answer)).toEqual([503, "server_busy"]);
  });
});
