import { ApiError } from "@veil/contracts/errors";
import type { CustomerCaller } from "../accounts/index.ts";
import { listChange } from "./domain/change-events.ts";
import { requireListChange } from "./domain/entity-policy.ts";
import type { EntityLists, ListErasure, ListSearch } from "./ports.ts";

interface EraseDeps {
  readonly lists: Pick<EntityLists, "boxes" | "replace" | "delete">;
  readonly search: ListSearch;
  readonly onChanged: (customerId: CustomerCaller["customerId"]) => void;
}

export function createListErasure({ lists, search, onChanged }: EraseDeps): ListErasure {
  async function findIn(customerId: CustomerCaller["customerId"], value: string) {
    const boxes = await lists.boxes(customerId);
    const found = boxes.length === 0 ? [] : (await search({ value, lists: [...boxes] })).lists;
    return { boxes, found };
  }
  return {
    async find(customerId, value) {
      const { boxes, found } = await findIn(customerId, value);
      return { searched: boxes.length, found: found.map(({ id }) => id) };
    },
    async erase({ customerId, entityPolicy }, value, change) {
      const { boxes, found } = await findIn(customerId, value);
      if (found.length > 0) requireListChange(entityPolicy, "less may be replaced");
      for (const { id, rest } of found) {
        if (rest === undefined) {
          await lists.delete(customerId, id, listChange("DELETED", change));
          continue;
        }
        const expected = (boxes.find((box) => box.id === id)?.version ?? 0) + 1;
        const seal = (version: number) => {
          // The box is bound to its version.
          if (version !== expected)
            throw new ApiError("server_busy", "A list changed at the same time: try again");
          const { kind, entry_count: entryCount, sealing_key_id: sealingKeyId, box } = rest;
          return { kind, entryCount, sealingKeyId, box: Buffer.from(box, "base64") };
        };
        await lists.replace(customerId, id, seal, listChange("REPLACED", change));
      }
      if (found.length > 0) onChanged(customerId);
    },
  };
}
