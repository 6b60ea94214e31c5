import type { Database } from "@veil/postgres-kit";
import type { RecordedFacts, ReleaseFacts } from "../ports.ts";

const SAVE = `
insert into release_facts (release, facts, recorded_at) values ($1, $2, $3)
on conflict (release) do update set facts = excluded.facts, recorded_at = excluded.recorded_at`;
const FIND = `select facts, recorded_at as "recordedAt" from release_facts where release = $1`;

export function createPostgresReleaseFacts(database: Database): ReleaseFacts {
  return {
    async save(release, { facts, recordedAt }) {
      await database.execute(SAVE, [release, JSON.stringify(facts), recordedAt]);
    },
    find: (release) => database.optional<RecordedFacts>(FIND, [release]),
  };
}
