import { setImmediate as nextTurn } from "node:timers/promises";
import { ApiError } from "@veil/contracts/errors";
import { checkedJson } from "@veil/contracts/parsing";
import {
  EntityListContent,
  type EntityListReference,
  entityListBindings,
  type ListSearchResult,
} from "@veil/contracts/sanitiser";
import { type SealingIdentity, sealHpke, type TrustBundle } from "@veil/crypto";
import { containsValue } from "@veil/pii/contains-value";
import type { SearchLists } from "../ports.ts";
import { openBox } from "./sealed-entity-lists.ts";

interface SearchDeps {
  readonly identity: SealingIdentity;
  readonly trust: TrustBundle;
}

const parse = checkedJson(EntityListContent);
/** So few entries take less than a millisecond. */
const ENTRIES_AT_ONCE = 500;

/**
 * Creates a function that searches customers' lists for a value, and seals each list that contains
 * it again without the entries that do. The gateway cannot do either, because it cannot open lists.
 * @throws ApiError `invalid_field` when a box cannot be opened
 */
export function createListSearch(deps: SearchDeps): SearchLists {
  return async function searchLists({ value, lists }) {
    const contains = containsValue(value);
    const found: ListSearchResult["lists"] = [];
    for (const reference of lists) {
      const { kind, entries } = open(reference, deps);
      const rest = await entriesWithout(entries, contains);
      if (rest.length === entries.length) continue;
      const left = rest.length > 0 ? sealed({ kind, entries: rest }, reference, deps) : undefined;
      const count = entries.length - rest.length;
      found.push({ id: reference.id, entries: count, ...(left && { rest: left }) });
    }
    return { lists: found };
  };
}

async function entriesWithout(
  entries: EntityListContent["entries"],
  contains: (text: string) => boolean,
): Promise<EntityListContent["entries"]> {
  const rest = [];
  for (const [index, entry] of entries.entries()) {
    if (index % ENTRIES_AT_ONCE === 0) await nextTurn();
    if (!contains(entry.value)) rest.push(entry);
  }
  return rest;
}

function open(reference: EntityListReference, { identity }: SearchDeps): EntityListContent {
  try {
    return parse(openBox(reference, identity));
  } catch (cause) {
    const message = 'Field "lists" has a box that cannot be opened';
    throw new ApiError("invalid_field", message, { cause });
  }
}

function sealed(
  content: EntityListContent,
  { id, version }: EntityListReference,
  { trust }: SearchDeps,
) {
  const { keyId, key } = trust.sealingKey("sanitiser");
  const bytes = Buffer.from(JSON.stringify(content));
  return {
    kind: content.kind,
    entry_count: content.entries.length,
    sealing_key_id: keyId,
    box: sealHpke(key, bytes, entityListBindings(id, version + 1)).toString("base64"),
  };
}
