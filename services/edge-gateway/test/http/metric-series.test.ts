import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { Pool } from "undici";
import { mintApiKey } from "../../src/modules/accounts/keys/api-key.ts";
import { sdkBody, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const FEW = 10;
const MANY = 10_000;
/** Each of these reads the database, and some pass all services. */
const MANY_OTHERS = 200;
const IN_FLIGHT = 16;
const NO_LIMIT = "1000000";

let gateway: TestGateway;
let server: Server;
let client: Pool;
let key = "";
beforeAll(async () => {
  gateway = await startTestGateway({
    ...{ TRUST_PROXY: "1", FAILED_KEYS_PER_MINUTE: NO_LIMIT, OPEN_READS_PER_MINUTE: NO_LIMIT },
    ...{ PER_MINUTE_LIMIT_PRO: NO_LIMIT, ACCOUNT_CALLS_PER_MINUTE: NO_LIMIT },
  });
  ({ apiKey: key } = await gateway.provision());
  server = createServer(gateway.app);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("No port");
  client = new Pool(`http://127.0.0.1:${address.port}`, { connections: IN_FLIGHT });
});
afterAll(async () => {
  await client.close();
  server.close();
  await gateway.close();
});

interface Sent {
  readonly method?: "DELETE" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Junk = (part: string) => readonly [status: number, path: string, sent: Sent];

const junkPath: Junk = (part) => [404, `/${part}`, {}];

/** Requests with another part that a client chooses. Each gets the same status for every part. */
const OTHERS: readonly Junk[] = [
  (part) => [401, `/v1/models/${part}`, { headers: { "x-api-key": part } }],
  (part) => [404, `/api/v1/proxy/jobs/${part}`, { headers: { "x-api-key": key } }],
  (part) => [401, "/v1/messages", message(part, mintApiKey("svc", systemRandomBytes).text)],
  (part) => [200, "/v1/messages", message(part, key)],
  (part) => [404, `/.well-known/${part}`, { method: "DELETE", headers: { "x-request-id": part } }],
];

function message(model: string, apiKey: string): Sent {
  const headers = { "x-api-key": apiKey, "x-upstream-key": UPSTREAM_KEYS.messages };
  const body = JSON.stringify(sdkBody("messages", { model }));
  return { method: "POST", headers: { ...headers, "content-type": "application/json" }, body };
}

async function send(count: number, junk: Junk): Promise<void> {
  let next = 0;
  async function sendNext(): Promise<void> {
    for (let at = next++; at < count; at = next++)
      await expectStatus(...junk(`junk-${at}-${count}`));
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, sendNext));
}

async function expectStatus(status: number, path: string, sent: Sent): Promise<void> {
  const { statusCode, body } = await client.request({ method: "GET", path, ...sent });
  await body.dump();
  if (statusCode !== status) throw new Error(`${path} got ${statusCode} instead of ${status}`);
}

/** Returns the series of the service's own metrics, without their values. */
async function series(): Promise<readonly string[]> {
  const { text } = await request(gateway.opsApp).get("/metrics");
  const lines = text.split("\n").filter((line) => line.startsWith("veil_"));
  return lines.map((line) => line.replace(/ \S+$/, "")).toSorted();
}

describeWithServer("postgres", "The series of the metrics", () => {
  test("10 000 unknown paths and 1 000 unknown models, ids and keys create no more series than the first of each", async () => {
    for (const junk of [junkPath, ...OTHERS]) await send(FEW, junk);
    const before = await series();
    expect(before.join()).toContain('route="/v1/messages"');
    await send(MANY, junkPath);
    for (const junk of OTHERS) await send(MANY_OTHERS, junk);
    expect(await series()).toEqual(before);
    expect(before.join()).not.toContain("junk");
  });
});
