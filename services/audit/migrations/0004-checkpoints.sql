-- The Merkle tree above the log (RFC 6962): the data of leaf n is the hash of the event with seq n + 1. Stored are the
-- hashes of its complete subtrees of two leaves and more; the leaves' own come from audit.events. A node never changes.
create table audit.tree_nodes (
  level smallint not null check (level between 1 and 53),
  position bigint not null check (position >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, position)
);

-- How many events the tree has.
create table audit.tree (
  only_row boolean primary key default true check (only_row),
  size bigint not null check (size >= 0)
) with (fillfactor = 10);
insert into audit.tree (size) values (0);

-- What was signed: one for each size. Those are kept that an inclusion proof names, and the last of each day.
create table audit.checkpoints (
  size bigint primary key check (size > 0),
  note text not null,
  signed_at timestamptz not null,
  is_named boolean not null default false
);

-- One for each witness, renewed while the log does not grow.
create table audit.cosignatures (
  size bigint not null references audit.checkpoints on delete cascade,
  witness text not null,
  line text not null,
  cosigned_at timestamptz not null,
  primary key (size, witness)
);

-- Brings the tree up to the log's end, at most 65536 events at once, and returns its size. While another session does so,
-- it only returns the size. Appends do not wait for it, nor it for them.
create function audit.grow_tree() returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  tree_lock constant bigint := 8315168201170874368;
  old_size bigint;
  new_size bigint;
  level_now integer := 1;
  expected bigint;
  added bigint;
begin
  select size into strict old_size from audit.tree;
  if not pg_try_advisory_xact_lock(tree_lock) then
    return old_size;
  end if;
  select size into strict old_size from audit.tree;
  select least(seq, old_size + 65536) into strict new_size from audit.head;
  while new_size >> level_now > 0 loop
    expected := (new_size >> level_now) - (old_size >> level_now);
    if level_now = 1 then
      insert into audit.tree_nodes (level, position, hash)
      select 1, (l.seq - 1) / 2, sha256(
        '\x01'::bytea || sha256('\x00'::bytea || l.hash) || sha256('\x00'::bytea || r.hash))
      from audit.events l join audit.events r on r.seq = l.seq + 1
      where l.seq > (old_size >> 1) * 2 and l.seq < (new_size >> 1) * 2 and l.seq % 2 = 1;
    else
      insert into audit.tree_nodes (level, position, hash)
      select level_now, l.position / 2, sha256('\x01'::bytea || l.hash || r.hash)
      from audit.tree_nodes l
      join audit.tree_nodes r on r.level = l.level and r.position = l.position + 1
      where l.level = level_now - 1 and l.position % 2 = 0
        and l.position >= (old_size >> level_now) * 2
        and l.position < (new_size >> level_now) * 2;
    end if;
    get diagnostics added = row_count;
    if added <> expected then
      raise exception 'an event or a node of the tree is missing' using errcode = 'VA002';
    end if;
    exit when expected = 0;
    level_now := level_now + 1;
  end loop;
  if new_size > old_size then
    update audit.tree set size = new_size;
  end if;
  return new_size;
end
$$;

-- Returns how many checkpoints it removed. What holds one holds all of it: newer ones prove the same.
create function audit.forget_checkpoints() returns bigint
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  with forgotten as (
    delete from audit.checkpoints c
    where not c.is_named and c.signed_at < now() - interval '1 hour' and exists (
      select from audit.checkpoints later
      where later.size > c.size
        and (later.signed_at at time zone 'UTC')::date = (c.signed_at at time zone 'UTC')::date)
    returning 1)
  select count(*) from forgotten
$$;

create trigger nodes_stay before update or delete on audit.tree_nodes
  for each row execute function audit.refuse_change();
create trigger nodes_are_not_emptied before truncate on audit.tree_nodes
  for each statement execute function audit.refuse_change();
alter table audit.tree_nodes enable always trigger nodes_stay;
alter table audit.tree_nodes enable always trigger nodes_are_not_emptied;

revoke all on function audit.grow_tree(), audit.forget_checkpoints() from public;
grant execute on function audit.grow_tree(), audit.forget_checkpoints() to audit_app;
grant select on audit.tree_nodes, audit.tree, audit.checkpoints, audit.cosignatures to audit_app;
grant insert (size, note, signed_at) on audit.checkpoints to audit_app;
grant update (is_named) on audit.checkpoints to audit_app;
grant insert, update on audit.cosignatures to audit_app;
