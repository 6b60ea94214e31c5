import { type EntityListContent, entityListBindings } from "@veil/contracts/sanitiser";
import { randomHex, sealHpke, systemRandomBytes } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { claimMacKeys } from "@veil/veil/claims";
import {
  createSealedEntityLists,
  type SealedEntityLists,
} from "../src/adapters/sealed-entity-lists.ts";
import { createInlineListCompiler } from "./inline-list-compiler.ts";

export const testTrust = createTestTrust();
const { trust, keysOf } = testTrust;
export const [claimMacKey] = claimMacKeys(keysOf("sanitiser"));

export interface BoxedList {
  readonly id: string;
  readonly version: number;
  readonly sealing_key_id: string;
  readonly box: string;
}

export function boxedList(content: EntityListContent): BoxedList {
  const id = `lst_${randomHex(systemRandomBytes, 16)}`;
  const { keyId, key } = trust.sealingKey("sanitiser");
  const bytes = Buffer.from(JSON.stringify(content));
  const box = sealHpke(key, bytes, entityListBindings(id, 1)).toString("base64");
  return { id, version: 1, sealing_key_id: keyId, box };
}

export function openEntityLists({ nowMs = Date.now, ttlMs = 60_000 } = {}): SealedEntityLists {
  return createSealedEntityLists({
    identity: keysOf("sanitiser"),
    compiler: createInlineListCompiler(),
    ttlMs,
    maxBytes: 10_000_000,
    nowMs,
  });
}
