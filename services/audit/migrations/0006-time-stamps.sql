-- RFC 3161 replies of a time-stamping authority, as it sent them, each over the SHA-256 of its checkpoint's `note`.
create table audit.time_stamps (
  size bigint primary key references audit.checkpoints,
  reply bytea not null check (length(reply) between 1 and 65536),
  kept_at timestamptz not null
);

-- As in 0004; a checkpoint with a time stamp stays too.
create or replace function audit.forget_checkpoints() returns bigint
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  with forgotten as (
    delete from audit.checkpoints c
    where not c.is_named and c.signed_at < now() - interval '1 hour'
      and not exists (select from audit.time_stamps t where t.size = c.size)
      and exists (
        select from audit.checkpoints later
        where later.size > c.size
          and (later.signed_at at time zone 'UTC')::date = (c.signed_at at time zone 'UTC')::date)
    returning 1)
  select count(*) from forgotten
$$;

grant select on audit.time_stamps to audit_app;
grant insert (size, reply, kept_at) on audit.time_stamps to audit_app;
