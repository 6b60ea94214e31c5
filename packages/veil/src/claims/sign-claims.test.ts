import { describe, expect, test } from "@jest/globals";
import type { AuthenticatedClaim, ClaimLeaf } from "@veil/contracts/claims";
import {
  canonicalJson,
  hmacSha256,
  type JsonValue,
  loadServiceKeys,
  merkleLeafHash,
  parseTrustBundle,
  systemRandomBytes,
  verifyEd25519,
  verifyInclusion,
} from "@veil/crypto";
import fc from "fast-check";
import { createKeySet } from "../key-set.ts";
import { batchBytes, claimBytes } from "./claim-bytes.ts";
import { claimItem } from "./claim-items.ts";
import { claimLeaf, claimMacKeys, createClaimMaker, wholeClaimMacKeys } from "./claim-maker.ts";
import { createClaimSigner } from "./sign-claims.ts";

const keySet = createKeySet(systemRandomBytes);
const trust = parseTrustBundle(JSON.stringify(keySet.trust));
const fileOf = (name: string) => keySet.services.find(({ service }) => service === name);
const keys = loadServiceKeys(JSON.stringify(fileOf("bridge")));
const nowMs = () => Date.parse("2026-01-01T00:00:00.999Z");
const maker = createClaimMaker({ component: "bridge", macKey: claimMacKeys(keys)[0], nowMs });
const signer = createClaimSigner({ component: "bridge", keys, nowMs });

function claimOf(number: number): AuthenticatedClaim {
  const item = claimItem(
    { item: "customer_id", class: "identity", value: `cus_${number}` },
    { seed: Buffer.alloc(32, number), peer: "edge-gateway" },
  );
  return maker.claim({ legId: `tok_${number}`, received: [item], emitted: [] });
}

function leafOf({ claim, mac }: AuthenticatedClaim): ClaimLeaf {
  return { hash: Buffer.from(claimLeaf(claim)).toString("hex"), at: claim.at, mac };
}

describe("createClaimSigner", () => {
  test("leaves get the same batch as their whole claims, with the index of each", () => {
    const claims = [claimOf(1), claimOf(2), claimOf(3)];
    const { batch, positions } = signer.claims(claims);
    expect(signer.leaves(claims.map(leafOf))).toEqual({ batch, indexes: [0, 1, 2] });
    expect(positions.map((position) => position?.index)).toEqual([0, 1, 2]);
  });

  test.each<[string, (leaf: ClaimLeaf) => Partial<ClaimLeaf>]>([
    ["another hash", () => ({ hash: "ab".repeat(32) })],
    ["another time", () => ({ at: "2026-01-01T00:00:01Z" })],
    ["another MAC", () => ({ mac: "00".repeat(32) })],
  ])("a batch omits a leaf with %s", (_what, change) => {
    const [first, second] = [leafOf(claimOf(1)), leafOf(claimOf(2))];
    const { batch, indexes } = signer.leaves([{ ...first, ...change(first) }, second]);
    expect([batch?.size, indexes]).toEqual([1, [null, 0]]);
  });

  test("a claim with a MAC of the previous version, over the whole claim, is signed", () => {
    const { claim } = claimOf(1);
    const [macKey = Buffer.alloc(0)] = wholeClaimMacKeys(keys);
    const mac = hmacSha256(macKey, claimBytes(claim)).toString("hex");
    expect(signer.claims([{ claim, mac }]).batch?.size).toBe(1);
    expect(signer.leaves([leafOf({ claim, mac })]).batch).toBeNull();
  });

  test("a batch of any size has one signature, and a path from every claim to its root", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 256 }), (size) => {
        const claims = Array.from({ length: size }, (_, number) => claimOf(number));
        const { batch, positions } = signer.claims(claims);
        if (batch === null) throw new Error("There is no batch");
        expect(batch).toMatchObject({
          component: "bridge",
          size,
          signed_at: "2026-01-01T00:00:00Z",
        });
        const key = trust.verifyKey("bridge", "claim", batch.key_id);
        const signature = Buffer.from(batch.signature, "hex");
        expect(verifyEd25519(key, batchBytes(batch), signature)).toBe(true);
        for (const [index, { claim }] of claims.entries()) {
          const position = positions[index];
          expect(position?.index).toBe(index);
          const path = (position?.path ?? []).map((hash) => Buffer.from(hash, "hex"));
          const leafHash = merkleLeafHash(claimBytes(claim));
          const root = Buffer.from(batch.root, "hex");
          expect(verifyInclusion({ index, size, leafHash, path, root })).toBe(true);
        }
      }),
      { numRuns: 20, examples: [[1], [2], [3], [255], [256]] },
    );
  });

  test("a batch omits a claim that the component did not make", () => {
    const [first, second, third] = [claimOf(1), claimOf(2), claimOf(3)];
    const changed = { ...second, claim: { ...second.claim, leg_id: "tok_9" } };
    const { batch, positions } = signer.claims([first, changed, third]);
    expect(batch?.size).toBe(2);
    expect(positions).toMatchObject([{ index: 0 }, null, { index: 1 }]);
  });

  test("the batch is null when the component made none of the claims", () => {
    const { claim, mac } = claimOf(1);
    const foreign = [
      { claim: { ...claim, component: "sanitiser" as const }, mac },
      { claim, mac: "00".repeat(32) },
      { claim, mac: mac.slice(2) },
    ];
    expect(signer.claims(foreign)).toEqual({ batch: null, positions: [null, null, null] });
  });

  test("a batch can contain claims under an older claim key, and is signed with the newest", () => {
    const former = fileOf("bridge");
    const [newer] = (
      createKeySet(systemRandomBytes).services.find((s) => s.service === "bridge")?.keys ?? []
    ).filter(({ purpose }) => purpose === "claim");
    const rotated = loadServiceKeys(
      JSON.stringify({ ...former, keys: [...(former?.keys ?? []), newer] }),
    );
    const rotatedSigner = createClaimSigner({ component: "bridge", keys: rotated, nowMs });
    const { batch } = rotatedSigner.leaves([leafOf(claimOf(1))]);
    expect(batch).toMatchObject({ size: 1, key_id: newer?.key_id });
  });
});

test("A claim's time is in whole seconds, and its bytes are canonical JSON", () => {
  const { claim } = claimOf(7);
  expect(claim.at).toBe("2026-01-01T00:00:00Z");
  const canonical = canonicalJson(claim as unknown as JsonValue);
  expect(Buffer.from(claimBytes(claim)).toString()).toBe(canonical);
});
