import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { UsageHistoryResponse } from "@veil/contracts/public/usage-history";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { parseApiKey } from "../../src/modules/accounts/keys/api-key.ts";
import { callNatively, codeOf, finalOf, letterRequest } from "../support/native-client.ts";
import { callSdk, sdkBody } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const HISTORY = "/api/v1/usage/history";
const parse = checked(UsageHistoryResponse);

describeWithServer("postgres", "GET /api/v1/usage/history", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  const get = (apiKey: string, query = "") =>
    request(gateway.app).get(`${HISTORY}${query}`).set("x-api-key", apiKey);
  const totalOf = async (apiKey: string) => parse((await get(apiKey)).body).total;

  test("calls are shown by key, model and route with their tokens, refusals by code, and a customer sees none of another's", async () => {
    const { apiKey } = await gateway.provision({ family: "gw_live" });
    const other = await gateway.provision();
    finalOf(await callNatively(gateway, apiKey, letterRequest()));
    expect((await callSdk(gateway, "messages", sdkBody("messages"), { key: apiKey })).status).toBe(
      200,
    );
    expect((await callNatively(gateway, apiKey, { context: {} })).status).toBe(400);
    const refused = await callSdk(gateway, "chat", { model: "m-1" }, { key: apiKey });
    expect(refused.status).toBe(400);
    const keyId = parseApiKey(apiKey)?.keyId;
    await until("everything is counted", async () => (await totalOf(apiKey)).refusals.length > 0);
    const total = await totalOf(apiKey);
    expect(total).toMatchObject({
      calls: 2,
      keys: [{ name: keyId, count: 2 }],
      models: [{ count: 2 }],
      refusals: [{ name: "missing_field", count: 2 }],
    });
    expect(total.routes).toEqual([
      { name: "/api/v1/proxy/messages", count: 1 },
      { name: "/v1/messages", count: 1 },
    ]);
    expect(total.input_tokens).toBeGreaterThan(0);
    expect(total.output_tokens).toBeGreaterThan(0);
    expect(await totalOf(other.apiKey)).toMatchObject({ calls: 0, routes: [], refusals: [] });
    const month = parse((await get(apiKey, "?by=month")).body);
    expect(month.spans.map(({ calls }) => calls)).toEqual([2]);
  });

  test.each([
    ["an end before the start", "?since=2026-11-02&until=2026-11-01"],
    ["more than 731 days", "?since=2020-01-01&until=2026-11-01"],
    ["a time instead of a day", "?since=2026-11-02T00:00:00Z"],
    ["a day that does not exist", "?since=2026-02-30"],
    ["an unknown step", "?by=hour"],
  ])("a period with %s is refused", async (_what, query) => {
    const { apiKey } = await gateway.provision();
    expect(codeOf(await get(apiKey, query))).toEqual([400, "invalid_field"]);
  });
});
