import type { AuditEvent } from "@veil/contracts/audit";
import type { CustomerId } from "../../src/modules/accounts/keys/caller.ts";
import { requireRoom } from "../../src/modules/entities/domain/entity-list.ts";
import type {
  BoxedEntityList,
  EntityLists,
  ListChange,
  StoredEntityList,
} from "../../src/modules/entities/ports.ts";

interface MemoryList extends BoxedEntityList {
  readonly customerId: CustomerId;
  readonly listId: string;
  readonly version: number;
  readonly updatedAt: Date;
}

export function createMemoryEntityLists(events: AuditEvent[]): EntityLists {
  const lists = new Map<string, MemoryList>();
  const ownedBy = (customerId: CustomerId) =>
    [...lists.values()].filter((list) => list.customerId === customerId);

  function store(list: MemoryList): StoredEntityList {
    const others = ownedBy(list.customerId).filter(({ listId }) => listId !== list.listId);
    const boxBytes = others.reduce((sum, { box }) => sum + box.length, 0);
    requireRoom({ count: others.length, boxBytes }, list);
    lists.set(list.listId, list);
    return toStored(list);
  }

  function owned(customerId: CustomerId, listId: string): MemoryList | undefined {
    const list = lists.get(listId);
    return list?.customerId === customerId ? list : undefined;
  }

  function note({ eventOf }: ListChange, stored: StoredEntityList): StoredEntityList {
    events.push(eventOf(stored));
    return stored;
  }

  return {
    create: async (customerId, listId, list, change) =>
      note(change, store({ ...list, customerId, listId, version: 1, updatedAt: change.now })),
    all: async (customerId) => ownedBy(customerId).map(toStored),
    async find(customerId, listId) {
      const list = owned(customerId, listId);
      return list && toStored(list);
    },
    async replace(customerId, listId, seal, change) {
      const known = owned(customerId, listId);
      if (known === undefined) return undefined;
      const version = known.version + 1;
      const list = { ...seal(version), customerId, listId, version, updatedAt: change.now };
      return note(change, store(list));
    },
    async delete(customerId, listId, change) {
      const known = owned(customerId, listId);
      if (known === undefined) return false;
      note(change, toStored(known));
      return lists.delete(listId);
    },
    boxes: async (customerId) =>
      ownedBy(customerId).map(({ listId: id, version, sealingKeyId, box }) => ({
        id,
        version,
        sealing_key_id: sealingKeyId,
        box: Buffer.from(box).toString("base64"),
      })),
  };
}

function toStored({ listId, version, kind, entryCount, updatedAt }: MemoryList): StoredEntityList {
  return { listId, version, kind, entryCount, updatedAt };
}
