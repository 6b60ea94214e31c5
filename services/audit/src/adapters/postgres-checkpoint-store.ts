import type { Queryable } from "@veil/postgres-kit";
import type {
  CheckpointStore,
  KeptTimeStamp,
  LocatedEvent,
  StoredCheckpoint,
  StoredPruning,
} from "../checkpoints/checkpoint-ports.ts";

const GROW = "select audit.grow_tree() as size";

const NODES = `
select coalesce(t.hash, sha256('\\x00'::bytea || e.hash)) as hash
from unnest($1::int[], $2::bigint[]) with ordinality as n (level, position, place)
left join audit.tree_nodes t on t.level = n.level and t.position = n.position
left join audit.events e on n.level = 0 and e.seq = n.position + 1
order by n.place`;

const ADD = `
insert into audit.checkpoints (size, note, signed_at) values ($1, $2, $3)
on conflict (size) do nothing`;

const FIELDS = `
size, note, coalesce((
  select jsonb_agg(jsonb_build_object('witness', s.witness, 'line', s.line,
    'time', extract(epoch from s.cosigned_at)::bigint) order by s.witness)
  from audit.cosignatures s where s.size = c.size), '[]') as cosignatures`;

const LATEST = `select ${FIELDS} from audit.checkpoints c order by size desc limit 1`;

/**
 * Chooses among the newest 16 checkpoints only, so that proofs stay recent while a witness is
 * unavailable.
 */
const NAME = `
update audit.checkpoints c set is_named = true
where size = (
  select size from (
    select size, is_named, (select count(*) from audit.cosignatures s where s.size = p.size) as cosigned
    from audit.checkpoints p
    where size > $1 and cardinality($3::text[]) = (
      select count(*) from audit.cosignatures s where s.size = p.size and s.witness = any($3))
    order by size desc limit 16) newest
  order by cosigned desc, size > $2 desc, is_named desc, size desc limit 1)
returning ${FIELDS}`;

const COSIGN = `
insert into audit.cosignatures as s (size, witness, line, cosigned_at)
values ($1, $2, $3, to_timestamp($4))
on conflict (size, witness) do update set line = excluded.line, cosigned_at = excluded.cosigned_at
where s.cosigned_at < excluded.cosigned_at`;

const LOCATE = `
select e.seq, e.prev_hash as "prevHash", e.canonical
from unnest($1::uuid[]) with ordinality as given (event_id, place)
left join audit.events e on e.event_id = given.event_id
order by given.place`;

const ADD_PRUNING = `
insert into audit.prunings (size, note) values ($1, $2) on conflict (size) do nothing`;

const PRUNING_UP_TO = `
select size, note from audit.prunings where size <= $1 order by size desc limit 1`;

const ADD_TIME_STAMP = `
insert into audit.time_stamps (size, reply, kept_at) values ($1, $2, $3)
on conflict (size) do nothing`;

const LATEST_TIME_STAMP = `
select size, kept_at as "keptAt" from audit.time_stamps order by size desc limit 1`;

const TIME_STAMP_FROM = `
select size, note, reply
from audit.time_stamps join audit.checkpoints using (size)
where size >= $1 order by size limit 1`;

const FORGET = "select audit.forget_checkpoints()";

type LocatedRow = LocatedEvent | { readonly seq: null };

export function createPostgresCheckpointStore(database: Queryable): CheckpointStore {
  return {
    async grow() {
      const row = await database.optional<{ size: number }>(GROW, [], { name: "grow-tree" });
      return row?.size ?? 0;
    },
    async nodes(nodes) {
      const values = [nodes.map(({ level }) => level), nodes.map(({ position }) => position)];
      const rows = await database.query<{ hash: Buffer | null }>(NODES, values, {
        name: "tree-nodes",
      });
      return rows.map(({ hash }) => hash ?? undefined);
    },
    async add({ size, note, at }) {
      await database.execute(ADD, [size, note, at]);
    },
    latest: () => database.optional<StoredCheckpoint>(LATEST),
    async cosign(size, { witness, line, time }) {
      await database.execute(COSIGN, [size, witness, line, time]);
    },
    name: ({ first, last, cosignedBy }) =>
      database.optional<StoredCheckpoint>(NAME, [first, last, cosignedBy], {
        name: "name-checkpoint",
      }),
    async locate(eventIds) {
      const rows = await database.query<LocatedRow>(LOCATE, [eventIds], { name: "locate-events" });
      return rows.map((row) => (row.seq === null ? undefined : row));
    },
    async addPruning({ size, note }) {
      await database.execute(ADD_PRUNING, [size, note]);
    },
    pruningUpTo: (size) => database.optional<StoredPruning>(PRUNING_UP_TO, [size]),
    async addTimeStamp({ size, reply, keptAt }) {
      await database.execute(ADD_TIME_STAMP, [size, Buffer.from(reply), keptAt]);
    },
    latestTimeStamp: () => database.optional<Omit<KeptTimeStamp, "reply">>(LATEST_TIME_STAMP),
    timeStampFrom: (size) =>
      database.optional<{ size: number; note: string; reply: Buffer }>(TIME_STAMP_FROM, [size]),
    async forget() {
      await database.query(FORGET);
    },
  };
}
