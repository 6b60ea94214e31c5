import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { freshAddress } from "../support/fresh.ts";
import { registeredEndpoints } from "../support/registered-endpoints.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PER_MINUTE = 3;
/** Endpoints without a limit: load balancers call them, or one page loads several files. */
const UNLIMITED = ["GET /health", "GET /ready", "GET /portal/assets/:name"];

let gateway: TestGateway;
let reads: readonly string[];
beforeAll(async () => {
  const settings = { OPEN_READS_PER_MINUTE: String(PER_MINUTE), TRUST_PROXY: "1" };
  gateway = await startTestGateway({ ...settings, VEIL_ENABLED: "true" });
  const all = registeredEndpoints(gateway.app).filter((name) => name.startsWith("GET "));
  const needsCredentials = async (endpoint: string) =>
    (await read(endpoint, freshAddress())).status === 401;
  const needed = await Promise.all(all.map(needsCredentials));
  reads = all.filter((endpoint, at) => !needed[at] && !UNLIMITED.includes(endpoint));
});
afterAll(() => gateway.close());

function read(endpoint: string, address: string) {
  const path = endpoint
    .replace("GET ", "")
    .replace("{/*page}", "")
    .replace(":request_id", `req_${"0".repeat(32)}`);
  return request(gateway.app).get(path).set("x-forwarded-for", address);
}

describeWithServer("postgres", "Reads without a key", () => {
  // @spec ERR-19
  test("reads without a key are limited per minute and address at every such endpoint, and other addresses are not affected", async () => {
    expect(reads).toEqual(
      expect.arrayContaining([
        "GET /.well-known/veil-keys.json",
        "GET /api/v1/veil/certificate/:request_id/public",
        "GET /api/v1/veil/certificate/:request_id/summary",
        "GET /docs",
        "GET /invariant",
        "GET /openapi.json",
        "GET /veil/verify",
        "GET /veil/verifier.js",
      ]),
    );
    for (const endpoint of reads) {
      const address = freshAddress();
      for (let count = 0; count < PER_MINUTE; count++)
        expect([endpoint, (await read(endpoint, address)).status]).not.toEqual([endpoint, 429]);
      const { status, body, headers } = await read(endpoint, address);
      expect([endpoint, status, body.error]).toEqual([endpoint, 429, "rate_limited"]);
      expect(headers["retry-after"]).toBe(String(body.retry_after_seconds));
      expect((await read(endpoint, freshAddress())).status).not.toBe(429);
    }
  });

  test("reads without a key share one limit, which does not apply to calls with a key and to probes", async () => {
    const address = freshAddress();
    for (const endpoint of reads.slice(0, PER_MINUTE)) await read(endpoint, address);
    for (const endpoint of reads) expect((await read(endpoint, address)).status).toBe(429);
    for (const endpoint of UNLIMITED) expect((await read(endpoint, address)).status).not.toBe(429);
    const { apiKey } = await gateway.provision();
    const usage = read("GET /api/v1/usage", address).set("x-api-key", apiKey);
    expect((await usage).status).toBe(200);
  });
});
