import { describe, expect, test } from "@jest/globals";
import type { AuthenticatedClaim } from "@veil/contracts/claims";
import {
  canonicalJson,
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
import { claimMacKeys, createClaimMaker } from "./claim-maker.ts";
import { createClaimSigner } from "./sign-claims.ts";

const keySet = createKeySet(systemRandomBytes);
const trust = parseTrustBundle(JSON.stringify(keySet.trust));
const fileOf = (name: string) => keySet.services.find(({ service }) => service === name);
const keys = loadServiceKeys(JSON.stringify(fileOf("bridge")));
const nowMs = () => Date.parse("2026-01-01T00:00:00.999Z");
const maker = createClaimMaker({ component: "bridge", macKey: claimMacKeys(keys)[0], nowMs });
const sign = createClaimSigner({ component: "bridge", keys, nowMs });

function claimOf(number: number): AuthenticatedClaim {
  const item = claimItem(
    { item: "customer_id", class: "identity", value: `cus_${number}` },
    { seed: Buffer.alloc(32, number), peer: "edge-gateway" },
  );
  return maker.claim({ legId: `tok_${number}`, received: [item], emitted: [] });
}

describe("createClaimSigner", () => {
  test("a batch of any size has one signature, and a path from every claim to its root", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 256 }), (size) => {
        const claims = Array.from({ length: size }, (_, number) => claimOf(number));
        const { batch, positions } = sign(claims);
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
    const { batch, positions } = sign([first, changed, third]);
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
    expect(sign(foreign)).toEqual({ batch: null, positions: [null, null, null] });
  });

  test("a batch can contain claims under an older claim key, and is signed with the newest", () => {
    const former = fileOf("bridge");
    const [newer] = (
      createKeySet(systemRandomBytes).services.find((s) => s.service === "bridge")?.keys ?? []
    ).filter(({ purpose }) => purpose === "claim");
    const rotated = loadServiceKeys(
      JSON.stringify({ ...former, keys: [...(former?.keys ?? []), newer] }),
    );
    const { batch } = createClaimSigner({ component: "bridge", keys: rotated, nowMs })([
      claimOf(1),
    ]);
    expect(batch).toMatchObject({ size: 1, key_id: newer?.key_id });
  });
});

test("A claim's time is in whole seconds, and its bytes are canonical JSON", () => {
  const { claim } = claimOf(7);
  expect(claim.at).toBe("2026-01-01T00:00:00Z");
  const canonical = canonicalJson(claim as unknown as JsonValue);
  expect(Buffer.from(claimBytes(claim)).toString()).toBe(canonical);
});
