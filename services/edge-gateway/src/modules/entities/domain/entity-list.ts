import { ApiError } from "@veil/contracts/errors";
import { checked, parseStrictJson } from "@veil/contracts/parsing";
import { ENTITY_LISTS_MAX, EntityListRequest } from "@veil/contracts/public/entity-lists";
import { type EntityListContent, entityListBindings } from "@veil/contracts/sanitiser";
import { type RandomBytes, randomHex, sealHpke, type TrustBundle } from "@veil/crypto";
import type { BoxedEntityList, CheckedEntityList } from "../ports.ts";
import { typedValues } from "./entity-policy.ts";

/**
 * Limits the total size of a customer's lists, because the sanitiser may get all of them in one
 * request.
 */
export const BOX_BYTES_MAX = 8 * 1024 * 1024;

/** Returns a random id, which reveals nothing about the customer and cannot be guessed. */
export function newListId(random: RandomBytes): string {
  return `lst_${randomHex(random)}`;
}

export function packEntityList({ kind, entries }: EntityListRequest): CheckedEntityList {
  const content = { kind, entries: typedValues(entries) } satisfies EntityListContent;
  return { kind, entryCount: entries.length, content: Buffer.from(JSON.stringify(content)) };
}

/** Seals the list for the sanitiser, bound to its id and version. The gateway cannot open it. */
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

/**
 * Checks that the customer may have another list of this size.
 * @throws ApiError when the limit would be exceeded
 */
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

const parse = checked(EntityListRequest);

export function readEntityList(body: Uint8Array): CheckedEntityList {
  return packEntityList(parse(parseStrictJson(body)));
}
