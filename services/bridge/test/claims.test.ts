import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { AuthenticatedClaim } from "@veil/contracts/claims";
import { createTokenIssuer, type Service } from "@veil/service-kit/http";
import { silentLogger as log } from "@veil/service-kit/telemetry";
import { createTestTrust, withKeyFiles } from "@veil/testing";
import { claimItem, tokenSeed } from "@veil/veil/claims";
import request from "supertest";
import { createBridge } from "../src/bridge.ts";
import { readConfig } from "../src/config.ts";
import { newKeyRingFile } from "./key-ring-file.ts";

const testTrust = createTestTrust();
const config = withKeyFiles(testTrust, "bridge", (files) =>
  readConfig({ ...files, BRIDGE_KEY_RING_FILE: newKeyRingFile() }),
);
const CUSTOMER = "cus_0123456789abcdef0123456789abcdef";
const IDS = [1, 2].map((number) => `tok_${String(number).padStart(32, "0")}`);
const SEEDS = [1, 2].map((number) => String(number).padStart(64, "0"));
const order = { customer_id: CUSTOMER, token_request_ids: IDS };

let bridge: Service;
beforeEach(async () => {
  bridge = createBridge(config, { log });
  await bridge.start();
});
afterEach(() => bridge.stop());

async function post(path: string, body: object) {
  const token = await createTokenIssuer(testTrust.keysOf("edge-gateway")).tokenFor("bridge");
  return request(bridge.app).post(path).auth(token, { type: "bearer" }).send(body);
}

async function claimed() {
  const { body } = await post("/tokens", { ...order, claim_seeds: SEEDS });
  return body as { tokens: string[]; claims: AuthenticatedClaim[] };
}

test("When the request has claim seeds, then each token has a claim that the gateway can recompute from the request and the response", async () => {
  const { tokens, claims } = await claimed();
  expect(claims).toHaveLength(2);
  for (const [at, { claim }] of claims.entries()) {
    const token = tokens[at] ?? "";
    const seed = Buffer.from(SEEDS[at] ?? "", "hex");
    expect(claim).toEqual({
      ...{ type: "veil/claim/v1", component: "bridge", leg_id: IDS[at] },
      at: expect.stringMatching(/^[-0-9]{10}T[0-9:]{8}Z$/),
      received: [
        claimItem(
          { item: "customer_id", class: "identity", value: CUSTOMER },
          { seed, peer: "edge-gateway" },
        ),
      ],
      emitted: [
        claimItem(
          { item: "token", class: "token", value: token },
          { seed: tokenSeed(token), peer: "edge-gateway" },
        ),
      ],
    });
  }
});

test("When the gateway sends the claims back, then the bridge recognizes and signs them", async () => {
  const { claims } = await claimed();
  const { status, body } = await post("/claims/sign", { claims });
  expect([status, body.batch.size]).toEqual([200, 2]);
  expect(body.batch.component).toBe("bridge");
});

test("The claims of two tokens of one customer share no value that would link them", async () => {
  const [one, other] = (await claimed()).claims.map(({ claim, mac }) => [
    ...[claim.leg_id, mac],
    ...[...claim.received, ...claim.emitted].map(({ commitment }) => commitment),
  ]);
  expect(one?.filter((value) => other?.includes(value))).toEqual([]);
});

test("A claim contains neither the customer id nor the token", async () => {
  const { tokens, claims } = await claimed();
  for (const secret of [CUSTOMER, ...tokens, ...SEEDS])
    expect(JSON.stringify(claims)).not.toContain(secret);
});

test("When the request has no claim seeds, then the response has no claims", async () => {
  const { body } = await post("/tokens", order);
  expect(Object.keys(body)).toEqual(["tokens"]);
});

test.each([
  ["fewer seeds than ids", SEEDS.slice(1)],
  ["more seeds than ids", [...SEEDS, "ab".repeat(32)]],
  ["one seed twice", [SEEDS[0], SEEDS[0]]],
  ["a seed that is too short", [SEEDS[0], "00"]],
])(
  "When the request has %s, then the bridge responds 400 invalid_field",
  async (_what, claim_seeds) => {
    const { status, body } = await post("/tokens", { ...order, claim_seeds });
    expect([status, body.error]).toEqual([400, "invalid_field"]);
  },
);

test("When the gateway requests sixteen tokens with claims, then the request body is not too large", async () => {
  const sixteen = Array.from({ length: 16 }, (_, at) => at.toString(16).padStart(2, "0"));
  const { status, body } = await post("/tokens", {
    customer_id: "x".repeat(128),
    token_request_ids: sixteen.map((at) => `tok_${at.repeat(16)}`),
    claim_seeds: sixteen.map((at) => at.repeat(32)),
  });
  expect([status, body.error, body.claims?.length]).toEqual([200, undefined, 16]);
});
