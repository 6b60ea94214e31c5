-- What the service signs before old events are deleted: the checkpoint of the first `size` events, and that they are old.
-- Events are deleted only under such a statement; it stays for good. The command verifies the signature.
create table audit.prunings (
  size bigint primary key check (size > 0),
  note text not null,
  signed_at timestamptz not null default now(),
  pruned_at timestamptz,
  -- In which transaction: only there the events may be deleted.
  pruned_in xid8
);

-- The tree keeps the leaves of deleted events: with the complete subtrees, every root, every consistency proof and the inclusion
-- proofs of what stays can be computed as before. A leaf is the hash of a hash that is deleted too, so it says nothing about
-- the event.
alter table audit.tree_nodes drop constraint tree_nodes_level_check;
alter table audit.tree_nodes add constraint tree_nodes_level_check check (level between 0 and 53);

-- As in 0004, but for a last event that is deleted: then its leaf was kept.
create or replace function audit.grow_tree() returns bigint
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
      select 1, r.seq / 2 - 1, sha256('\x01'::bytea
        || coalesce(k.hash, sha256('\x00'::bytea || l.hash)) || sha256('\x00'::bytea || r.hash))
      from audit.events r
      left join audit.events l on l.seq = r.seq - 1
      left join audit.tree_nodes k on k.level = 0 and k.position = r.seq - 2
      where r.seq > (old_size >> 1) * 2 and r.seq <= (new_size >> 1) * 2 and r.seq % 2 = 0
        and coalesce(k.hash, l.hash) is not null;
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

-- Deletes the first `up_to` events and returns how many there were. All or, on any error, none. For the owner, who has verified
-- the statement of that size; `border` is the hash that it states, and no event of `not_before` or later is deleted.
create function audit.prune(up_to bigint, border bytea, not_before timestamptz) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  first_seq bigint;
  pruned bigint;
begin
  update audit.prunings set pruned_at = now(), pruned_in = pg_current_xact_id()
  where size = up_to and pruned_in is null;
  if not found then
    raise exception 'no statement of that size is waiting' using errcode = 'VA003';
  end if;
  if up_to > (select size from audit.tree) or up_to >= (select seq from audit.head) then
    raise exception 'the newest event, and those that are not in the tree, stay' using errcode = 'VA003';
  end if;
  if border is distinct from (select hash from audit.events where seq = up_to) then
    raise exception 'the last event is another than the stated one' using errcode = 'VA003';
  end if;
  if exists (select from audit.events where seq <= up_to and occurred_at >= not_before) then
    raise exception 'an event is too young' using errcode = 'VA003';
  end if;
  select coalesce(min(seq), 0) into first_seq from audit.events;
  insert into audit.tree_nodes (level, position, hash)
  select 0, seq - 1, sha256('\x00'::bytea || hash)
  from audit.events where seq <= up_to;
  delete from audit.events where seq <= up_to;
  get diagnostics pruned = row_count;
  if pruned <> up_to - first_seq + 1 then
    raise exception 'an event is missing' using errcode = 'VA002';
  end if;
  return pruned;
end
$$;

create function audit.refuse_change_of_event() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' and exists (
    select from audit.prunings
    where size >= old.seq and pruned_in = pg_current_xact_id_if_assigned()) then
    return old;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'VA001';
end
$$;

-- A statement that nothing was deleted under may be removed: another key's, or one that claims too much.
create function audit.refuse_change_of_pruning() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' and old.pruned_in is null then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.pruned_in is null and new.pruned_in = pg_current_xact_id()
    and (new.size, new.note, new.signed_at) = (old.size, old.note, old.signed_at) then
    return new;
  end if;
  raise exception 'a pruning of the audit log stays' using errcode = 'VA001';
end
$$;

drop trigger events_stay on audit.events;
create trigger events_stay before update or delete on audit.events
  for each row execute function audit.refuse_change_of_event();
alter table audit.events enable always trigger events_stay;

create trigger prunings_stay before update or delete on audit.prunings
  for each row execute function audit.refuse_change_of_pruning();
create trigger prunings_are_not_emptied before truncate on audit.prunings
  for each statement execute function audit.refuse_change();
alter table audit.prunings enable always trigger prunings_stay;
alter table audit.prunings enable always trigger prunings_are_not_emptied;

revoke all on function audit.prune(bigint, bytea, timestamptz),
  audit.refuse_change_of_event(), audit.refuse_change_of_pruning() from public;
grant select on audit.prunings to audit_app;
grant insert (size, note) on audit.prunings to audit_app;
