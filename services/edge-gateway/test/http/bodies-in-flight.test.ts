import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { MCP_PATH } from "../support/mcp-client.ts";
import { callNatively, codeOf, finalOf, letterRequest } from "../support/native-client.ts";
import { callSdk } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const MB = 1024 * 1024;
const ONE_BODY = String(4 * MB);

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    MAX_BODY_BYTES_IN_FLIGHT: ONE_BODY,
    MAX_BODY_BYTES_PER_CUSTOMER: ONE_BODY,
  });
});
afterAll(() => gateway.close());

const padded = (megabytes: number) => JSON.stringify(letterRequest()).padEnd(megabytes * MB, " ");

describeWithServer("postgres", "Bodies in flight", () => {
  // @spec CALL-32
  test("While a large body is in flight, another customer's large body gets 503 server_busy, and the same customer's gets 429", async () => {
    const [{ apiKey: own }, { apiKey: other }] = [
      await gateway.provision(),
      await gateway.provision(),
    ];
    gateway.worker.hold();
    const held = callNatively(gateway, own, padded(3));
    await until("the worker has it", () => gateway.seen.worker.length > 0);

    const busy = await callNatively(gateway, other, padded(2));
    expect(codeOf(busy)).toEqual([503, "server_busy"]);
    expect(busy.body.retry_after_seconds).toBe(1);
    expect(busy.headers["retry-after"]).toBe("1");
    expect(codeOf(await callNatively(gateway, own, padded(2)))).toEqual([
      429,
      "rate_limit_exceeded",
    ]);
    const list = { kind: "deny", entries: [{ value: "Heron" }] };
    const sent = request(gateway.app).post("/api/v1/account/entity-lists").set("x-api-key", own);
    expect((await sent.send(list)).status).toBe(201);

    gateway.worker.letGo();
    finalOf(await held);
    finalOf(await callNatively(gateway, other, padded(2)));
  });

  // @spec SVC-17 MCP-1 LIM-15 DEC-1 DEC-9
  test("While a large body is in flight, another customer's large SDK call gets 503 server_busy, and the same customer's gets 429 rate_limited", async () => {
    const [{ apiKey: own }, { apiKey: other }] = [
      await gateway.provision(),
      await gateway.provision(),
    ];
    const sent = gateway.seen.worker.length;
    gateway.worker.hold();
    const held = callNatively(gateway, own, padded(3));
    await until("the worker has it", () => gateway.seen.worker.length > sent);
    const large = { model: "m-1", messages: [{ role: "user", content: "x".repeat(2 * MB) }] };
    for (const endpoint of ["messages", "chat"] as const) {
      const call = (key: string) => callSdk(gateway, endpoint, large, { key });
      expect(codeOf(await call(other))).toEqual([503, "server_busy"]);
      expect(codeOf(await call(own))).toEqual([429, "rate_limited"]);
    }
    const message = (key: string) =>
      request(gateway.app)
        .post(MCP_PATH)
        .set("x-api-key", key)
        .send({ jsonrpc: "2.0", method: "ping", params: large });
    expect(codeOf(await message(other))).toEqual([503, "server_busy"]);
    expect(codeOf(await message(own))).toEqual([429, "rate_limited"]);
    gateway.worker.letGo();
    finalOf(await held);
  });
});
