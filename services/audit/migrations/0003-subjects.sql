-- Version 2 of the canonical text names the customer whose event it is, as an HMAC under a key of that customer. Texts of
-- version 1 have no subject, and stay as they are. Appends wait while the indexes are built; their senders try again.
alter table audit.events add column subject text;
-- Not valid: earlier rows have none, and need not be read.
alter table audit.events
  add constraint events_subject_check check (subject ~ '^[0-9a-f]{64}$') not valid;

-- Newest first, of one organization or of one customer, all types or one.
create index events_of_scope on audit.events (scope, occurred_at, seq);
create index events_of_scope_and_type on audit.events (scope, event_type, occurred_at, seq);
create index events_of_subject on audit.events (subject, occurred_at, seq) where subject is not null;
create index events_of_subject_and_type on audit.events (subject, event_type, occurred_at, seq)
  where subject is not null;
create index events_of_actor on audit.events (actor, occurred_at, seq);

-- As in 0001, and the subject. Replicas of the former version call it with texts of version 1.
create or replace function audit.append_events(batch jsonb) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  leaf_prefix constant bytea := decode('00', 'hex');
  first_seq bigint;
  last_seq bigint;
  last_hash bytea;
  next_hash bytea;
  entry text;
  event jsonb;
begin
  if jsonb_array_length(batch) not between 1 and 256 then
    raise exception 'a batch has 1 to 256 events' using errcode = 'invalid_parameter_value';
  end if;
  select seq, hash into strict last_seq, last_hash from audit.head for update;
  first_seq := last_seq;
  for entry in
    select value from jsonb_array_elements_text(batch) with ordinality order by ordinality
  loop
    event := entry::jsonb;
    next_hash := sha256(
      leaf_prefix || last_hash || int8send(last_seq + 1) || convert_to(entry, 'UTF8'));
    insert into audit.events (
      seq, event_id, occurred_at, event_type, actor, scope, subject, request_id, payload,
      canonical, prev_hash, hash)
    values (
      last_seq + 1, (event ->> 'event_id')::uuid, (event ->> 'occurred_at')::timestamptz,
      event ->> 'event_type', event ->> 'actor', event ->> 'scope', event ->> 'subject',
      event ->> 'request_id', event -> 'payload', entry, last_hash, next_hash)
    on conflict (event_id) do nothing;
    if found then
      last_seq := last_seq + 1;
      last_hash := next_hash;
    end if;
  end loop;
  if last_seq > first_seq then
    update audit.head set seq = last_seq, hash = last_hash;
  end if;
  return last_seq - first_seq;
end
$$;
