import type { Database } from "@veil/postgres-kit";
import type { SeenCheckpoints } from "../ports.ts";

const FIND = "select checkpoint from seen_checkpoint";
const SAVE = `
insert into seen_checkpoint (size, checkpoint) values ($1, $2)
on conflict (only_row) do update set size = excluded.size, checkpoint = excluded.checkpoint
where seen_checkpoint.size <= excluded.size`;

export function createPostgresSeenCheckpoints(database: Database): SeenCheckpoints {
  return {
    async find() {
      return (await database.optional<{ checkpoint: string }>(FIND))?.checkpoint;
    },
    async save(checkpoint, size) {
      await database.execute(SAVE, [size, checkpoint]);
    },
  };
}
