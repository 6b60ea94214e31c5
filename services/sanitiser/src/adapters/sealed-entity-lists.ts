import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import { type EntityListReference, entityListBindings } from "@veil/contracts/sanitiser";
import { openHpke, type SealingIdentity } from "@veil/crypto";
import { HeldLists, type NamedList } from "../domain/held-lists.ts";
import type { ListCompiler } from "../ports.ts";

interface SealedEntityListsOptions {
  readonly identity: SealingIdentity;
  readonly compiler: ListCompiler;
  readonly ttlMs: number;
  readonly maxBytes: number;
  readonly nowMs: Clock;
}

export interface SealedEntityLists {
  /**
   * @throws ApiError `list_needed` when a list is neither cached nor sent in a box; `invalid_field`
   * when a box cannot be opened or read, in which case no list of the request is cached
   */
  obtain(references: readonly EntityListReference[]): Promise<readonly NamedList[]>;
  close(): Promise<void>;
}

/**
 * Creates a cache that keeps customers' entity lists for minutes. The lists arrive in boxes sealed
 * to this service and bound to their ids and versions. They are personal data, so they are kept
 * only in memory and never logged.
 */
export function createSealedEntityLists(options: SealedEntityListsOptions): SealedEntityLists {
  const { identity, compiler, ttlMs, maxBytes, nowMs } = options;
  const held = new HeldLists({ ttlMs, maxBytes, nowMs });
  /**
   * The boxes that are being opened, so that concurrent requests with the same box open it only
   * once.
   */
  const opening = new Map<string, Promise<NamedList>>();

  async function open(reference: EntityListReference): Promise<NamedList> {
    const { id, version } = reference;
    try {
      const list = await compiler.compile(openBox(reference, identity));
      held.put({ id, version, list });
      return { id, version, list };
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === "sanitizer_unavailable") throw cause;
      throw new ApiError("invalid_field", 'Field "lists" has a box that cannot be opened');
    }
  }

  function obtainOne(reference: EntityListReference): Promise<NamedList> {
    const { id, version, box } = reference;
    const list = held.get(reference);
    if (list !== undefined) return Promise.resolve({ id, version, list });
    if (box === undefined)
      return Promise.reject(new ApiError("list_needed", "A list is not in memory"));
    const key = `${id}@${version} ${box}`;
    const waiting = opening.get(key) ?? open(reference).finally(() => opening.delete(key));
    opening.set(key, waiting);
    return waiting;
  }

  return {
    obtain: (references) => Promise.all(references.map(obtainOne)),
    async close() {
      held.clear();
      await compiler.close();
    },
  };
}

/**
 * Opens the box of a list.
 * @throws Error when the key, id or version is wrong, or the box was changed
 */
export function openBox(
  { id, version, box = "", sealing_key_id: keyId = "" }: EntityListReference,
  identity: SealingIdentity,
): Uint8Array {
  const sealed = Buffer.from(box, "base64");
  return openHpke(identity.opening(keyId), sealed, entityListBindings(id, version));
}
