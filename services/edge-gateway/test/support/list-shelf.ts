import { ApiError } from "@veil/contracts/errors";
import {
  type EntityListContent,
  type EntityListReference,
  entityListBindings,
  type ListSearchRequest,
  type ListSearchResult,
} from "@veil/contracts/sanitiser";
import { openHpke, type ServiceKeys, sealHpke, type TrustBundle } from "@veil/crypto";
import { containsValue } from "@veil/pii/contains-value";

/** Opens lists like the sanitiser, and keeps them. */
export function createListShelf(keys: ServiceKeys, trust: TrustBundle) {
  const held = new Map<string, EntityListContent>();

  function contentOf({ id, version, box, sealing_key_id }: EntityListReference): EntityListContent {
    const known = held.get(`${id}@${version}`);
    if (known !== undefined) return known;
    if (box === undefined || sealing_key_id === undefined)
      throw new ApiError("list_needed", "A list is not in memory");
    const content = JSON.parse(opened(box, sealing_key_id, entityListBindings(id, version)));
    held.set(`${id}@${version}`, content);
    return content;
  }

  function opened(box: string, keyId: string, bindings: Parameters<typeof openHpke>[2]): string {
    try {
      return openHpke(keys.opening(keyId), Buffer.from(box, "base64"), bindings).toString();
    } catch {
      throw new ApiError("invalid_field", "A box cannot be opened");
    }
  }

  function search({ value, lists }: ListSearchRequest): ListSearchResult {
    const contains = containsValue(value);
    const found = lists.flatMap((list) => {
      const { kind, entries } = contentOf(list);
      const rest = entries.filter((entry) => !contains(entry.value));
      if (rest.length === entries.length) return [];
      const entryCount = entries.length - rest.length;
      if (rest.length === 0) return [{ id: list.id, entries: entryCount }];
      const { keyId, key } = trust.sealingKey("sanitiser");
      const bytes = Buffer.from(JSON.stringify({ kind, entries: rest }));
      const box = sealHpke(key, bytes, entityListBindings(list.id, list.version + 1));
      const sealed = { sealing_key_id: keyId, box: box.toString("base64") };
      return [
        { id: list.id, entries: entryCount, rest: { kind, entry_count: rest.length, ...sealed } },
      ];
    });
    return { lists: found };
  }

  return {
    search,
    forget: () => held.clear(),
    deniedBy: (references: readonly EntityListReference[]): readonly string[] =>
      references
        .map(contentOf)
        .filter(({ kind }) => kind === "deny")
        .flatMap(({ entries }) => entries.map(({ value }) => value)),
  };
}
