import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import request from "supertest";
import { callNatively, codeOf, finalOf, letterRequest } from "./support/native-client.ts";
import { startTestGateway, type TestGateway } from "./support/test-gateway.ts";

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

test("While a large body is in flight, others' large ones are 503 server_busy, and the customer's own 429", async () => {
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
  expect(codeOf(await callNatively(gateway, own, padded(2)))).toEqual([429, "rate_limit_exceeded"]);
  const list = { kind: "deny", entries: [{ value: "Heron" }] };
  const sent = request(gateway.app).post("/api/v1/account/entity-lists").set("x-api-key", own);
  expect((await sent.send(list)).status).toBe(201);

  gateway.worker.letGo();
  finalOf(await held);
  finalOf(await callNatively(gateway, other, padded(2)));
});
