import { expect, test } from "@jest/globals";
import type { AuthenticatedClaim, ClaimItem } from "@veil/contracts/claims";
import { merkleLeafHash, verifyEd25519, verifyInclusion } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import {
  batchBytes,
  claimBytes,
  claimItem,
  claimMacKeys,
  createClaimMaker,
  createClaimSigner,
} from "@veil/veil/claims";
import request from "supertest";
import { createInternalApp, createTokenIssuer } from "../http/index.ts";
import { createMetrics, silentLogger as log } from "../telemetry/index.ts";
import { claimRoute } from "./claim-routes.ts";

const { trust, keysOf } = createTestTrust();
const keys = keysOf("bridge");
const component = "bridge";
const maker = createClaimMaker({ component, macKey: claimMacKeys(keys)[0], nowMs: Date.now });
const app = createInternalApp({
  ...{ service: "bridge", allowed: ["edge-gateway"], trust, log, metrics: createMetrics("test") },
  callRoutes: [claimRoute(createClaimSigner({ component, keys, nowMs: Date.now }))],
});

const item = claimItem(
  { item: "customer_id", class: "identity", value: "cus_1" },
  { seed: Buffer.alloc(32, 1), peer: "edge-gateway" },
);
const claimOf = (legId: string, received: ClaimItem[] = [item]) =>
  maker.claim({ legId, received, emitted: [] });

async function sign(body: object, caller: "edge-gateway" | "inference-worker" = "edge-gateway") {
  const bearer = await createTokenIssuer(keysOf(caller)).tokenFor("bridge");
  return request(app).post("/claims/sign").auth(bearer, { type: "bearer" }).send(body);
}

test("When the gateway sends a component its own claims, one signature covers all of them", async () => {
  const claims = ["tok_1", "tok_2", "tok_3"].map((legId) => claimOf(legId));
  const { status, body } = await sign({ claims });
  expect(status).toBe(200);
  const { batch, positions } = body;
  const key = trust.verifyKey("bridge", "claim", batch.key_id);
  expect(verifyEd25519(key, batchBytes(batch), Buffer.from(batch.signature, "hex"))).toBe(true);
  for (const [at, { claim }] of claims.entries())
    verifyInclusion({
      ...{ index: positions[at].index, size: 3, leafHash: merkleLeafHash(claimBytes(claim)) },
      path: positions[at].path.map((hash: string) => Buffer.from(hash, "hex")),
      root: Buffer.from(batch.root, "hex"),
    });
});

test("When one claim was modified, only the other claims are signed", async () => {
  const [own, other] = [claimOf("tok_1"), claimOf("tok_2")];
  const changed = { ...other, claim: { ...other.claim, leg_id: "tok_9" } };
  const { body } = await sign({ claims: [changed, own] });
  expect(body).toMatchObject({ batch: { size: 1 }, positions: [null, { index: 0, path: [] }] });
});

test("A request with 256 claims of 513 items each, the largest possible, is not refused as too large", async () => {
  const items = Array.from({ length: 513 }, (_, at) => ({ ...item, item: `context.${at}` }));
  const claims = Array.from({ length: 256 }, (_, at): AuthenticatedClaim => {
    const { claim } = claimOf(`req_${at}`, items);
    return { claim, mac: "00".repeat(32) };
  });
  claims[7] = claimOf("req_7", items);
  const { status, body } = await sign({ claims });
  expect([status, body.batch.size]).toEqual([200, 1]);
});

test.each([
  ["no claim", { claims: [] }],
  ["257 claims", { claims: Array.from({ length: 257 }, () => claimOf("tok_1")) }],
  ["an unknown field in a claim", { claims: [{ ...claimOf("tok_1"), note: "x" }] }],
  ["an unknown field in a leaf", { leaves: [{ hash: "00".repeat(32), note: "x" }] }],
  ["an unknown field", { claims: [claimOf("tok_1")], customer_id: "cus_1" }],
  ["both claims and leaves", { claims: [claimOf("tok_1")], leaves: [] }],
])("A body with %s is refused with 400, and nothing is signed", async (_what, body) => {
  const response = await sign(body);
  expect([response.status, response.body.batch]).toEqual([400, undefined]);
});

test("A request from a service other than the gateway is refused with 403", async () => {
  const { status } = await sign({ claims: [claimOf("tok_1")] }, "inference-worker");
  expect(status).toBe(403);
});
