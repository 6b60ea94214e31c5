import { ApiError } from "@veil/contracts/errors";
import { ENTITY_LISTS_MAX, type EntityListRequest } from "@veil/contracts/public/entity-lists";
import { type EntityListContent, entityListBindings } from "@veil/contracts/sanitiser";
import { type RandomBytes, randomHex, sealHpke, type TrustBundle } from "@veil/crypto";
import type { BoxedEntityList, CheckedEntityList } from "../ports.ts";
import { typedValues } from "./type-names.ts";

/** Bounds all lists of a customer together, since the sanitiser may get them in one request. */
export const BOX_BYTES_MAX = 8 * 1024 * 1024;

/** A random id says nothing about the customer and cannot be guessed. */
export function newListId(random: RandomBytes): string {
  return `lst_${randomHex(random)}`;
}

export function packEntityList({ kind, entries }: EntityListRequest): CheckedEntityList {
  const content = { kind, entries: typedValues(entries) } satisfies EntityListContent;
  return { kind, entryCount: entries.length, content: Buffer.from(JSON.stringify(content)) };
}

/** Seals the list to the sanitiser, bound to id and version; the gateway cannot open it. */
export function boxEntityList(
  { kind, entryCount, content }: CheckedEntityList,
  { listId, version, trust }: { listId: string; version: number; trust: TrustBundle },
): BoxedEntityList {
  const { keyId, key } = trust.sealingKey("sanitiser");
  return {
    kind,
    entryCount,
    sealingKeyId: keyId,
    box: sealHpke(key, content, entityListBindings(listId, version)),
  };
}

interface Taken {
  readonly count: number;
  readonly boxBytes: number;
}

/** @throws ApiError when there is no room for a list of that size */
export function requireRoom({ count, boxBytes }: Taken, { box }: BoxedEntityList): void {
  if (count >= ENTITY_LISTS_MAX)
    throw new ApiError("too_many_lists", `A customer can have ${ENTITY_LISTS_MAX} lists`, {
      hint: "Replace or delete one",
    });
  if (boxBytes + box.length > BOX_BYTES_MAX)
    throw new ApiError("request_too_large", "This customer's lists exceed the total size limit", {
      hint: `The limit for all lists together is ${BOX_BYTES_MAX} bytes`,
    });
}
