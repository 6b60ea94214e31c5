SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA audit;
ALTER SCHEMA audit OWNER TO audit_owner;
CREATE SCHEMA migrations;
ALTER SCHEMA migrations OWNER TO audit_owner;
CREATE FUNCTION audit.append_events(batch jsonb) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  leaf_prefix constant bytea := decode('00', 'hex');
  first_seq bigint;
  last_seq bigint;
  last_hash bytea;
  texts text[] := '{}';
  prev_hashes bytea[] := '{}';
  hashes bytea[] := '{}';
  entry text;
begin
  if jsonb_array_length(batch) not between 1 and 256 then
    raise exception 'a batch has 1 to 256 events' using errcode = 'invalid_parameter_value';
  end if;
  select seq, hash into strict first_seq, last_hash from audit.head for update;
  last_seq := first_seq;
  for entry in
    select value from jsonb_array_elements_text(batch) with ordinality order by ordinality
  loop
    last_seq := last_seq + 1;
    texts := array_append(texts, entry);
    prev_hashes := array_append(prev_hashes, last_hash);
    last_hash := sha256(
      leaf_prefix || last_hash || int8send(last_seq) || convert_to(entry, 'UTF8'));
    hashes := array_append(hashes, last_hash);
  end loop;
  begin
    insert into audit.events (
      seq, event_id, occurred_at, event_type, actor, scope, subject, request_id, payload,
      canonical, prev_hash, hash)
    select
      first_seq + given.place, e.event_id, e.occurred_at, e.event_type, e.actor, e.scope, e.subject,
      e.request_id, e.payload, given.canonical, given.prev_hash, given.hash
    from
      unnest(texts, prev_hashes, hashes) with ordinality as given (canonical, prev_hash, hash, place),
      jsonb_to_record(given.canonical::jsonb) as e (
        event_id uuid, occurred_at timestamptz, event_type text, actor text, scope text,
        subject text, request_id text, payload jsonb);
  exception when unique_violation then
    return audit.append_new_events(batch);
  end;
  update audit.head set seq = last_seq, hash = last_hash;
  return last_seq - first_seq;
end
$$;
ALTER FUNCTION audit.append_events(batch jsonb) OWNER TO audit_owner;
CREATE FUNCTION audit.append_new_events(batch jsonb) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
ALTER FUNCTION audit.append_new_events(batch jsonb) OWNER TO audit_owner;
CREATE FUNCTION audit.forget_checkpoints() RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
ALTER FUNCTION audit.forget_checkpoints() OWNER TO audit_owner;
CREATE FUNCTION audit.grow_tree() RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
ALTER FUNCTION audit.grow_tree() OWNER TO audit_owner;
CREATE FUNCTION audit.prune(up_to bigint, border bytea, not_before timestamp with time zone) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
ALTER FUNCTION audit.prune(up_to bigint, border bytea, not_before timestamp with time zone) OWNER TO audit_owner;
CREATE FUNCTION audit.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'VA001';
END
$$;
ALTER FUNCTION audit.refuse_change() OWNER TO audit_owner;
CREATE FUNCTION audit.refuse_change_of_event() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if tg_op = 'DELETE' and exists (
    select from audit.prunings
    where size >= old.seq and pruned_in = pg_current_xact_id_if_assigned()) then
    return old;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'VA001';
end
$$;
ALTER FUNCTION audit.refuse_change_of_event() OWNER TO audit_owner;
CREATE FUNCTION audit.refuse_change_of_pruning() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
ALTER FUNCTION audit.refuse_change_of_pruning() OWNER TO audit_owner;
CREATE FUNCTION audit.refuse_step_back() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NEW.seq <= OLD.seq THEN
    RAISE EXCEPTION 'the head of the audit log moves forward only' USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END
$$;
ALTER FUNCTION audit.refuse_step_back() OWNER TO audit_owner;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE audit.checkpoints (
    size bigint NOT NULL,
    note text NOT NULL,
    signed_at timestamp with time zone NOT NULL,
    is_named boolean DEFAULT false NOT NULL,
    CONSTRAINT checkpoints_size_check CHECK ((size > 0))
);
ALTER TABLE audit.checkpoints OWNER TO audit_owner;
CREATE TABLE audit.cosignatures (
    size bigint NOT NULL,
    witness text NOT NULL,
    line text NOT NULL,
    cosigned_at timestamp with time zone NOT NULL
);
ALTER TABLE audit.cosignatures OWNER TO audit_owner;
CREATE TABLE audit.events (
    seq bigint NOT NULL,
    event_id uuid NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    event_type text NOT NULL,
    actor text NOT NULL,
    scope text NOT NULL,
    request_id text,
    payload jsonb NOT NULL,
    canonical text NOT NULL,
    prev_hash bytea NOT NULL,
    hash bytea NOT NULL,
    subject text,
    CONSTRAINT events_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT events_payload_check CHECK ((jsonb_typeof(payload) = 'object'::text)),
    CONSTRAINT events_prev_hash_check CHECK ((length(prev_hash) = 32)),
    CONSTRAINT events_seq_check CHECK ((seq > 0))
);
ALTER TABLE audit.events OWNER TO audit_owner;
CREATE TABLE audit.head (
    only_row boolean DEFAULT true NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT head_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT head_only_row_check CHECK (only_row)
)
WITH (fillfactor='10');
ALTER TABLE audit.head OWNER TO audit_owner;
CREATE TABLE audit.prunings (
    size bigint NOT NULL,
    note text NOT NULL,
    signed_at timestamp with time zone DEFAULT now() NOT NULL,
    pruned_at timestamp with time zone,
    pruned_in xid8,
    CONSTRAINT prunings_size_check CHECK ((size > 0))
);
ALTER TABLE audit.prunings OWNER TO audit_owner;
CREATE TABLE audit.refused_events (
    refusal_id bigint NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    event_id uuid,
    reason text NOT NULL,
    sealing_key_id text NOT NULL,
    box bytea NOT NULL,
    CONSTRAINT refused_events_reason_check CHECK ((reason = ANY (ARRAY['form'::text, 'text'::text, 'log'::text])))
);
ALTER TABLE audit.refused_events OWNER TO audit_owner;
ALTER TABLE audit.refused_events ALTER COLUMN refusal_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME audit.refused_events_refusal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE audit.time_stamps (
    size bigint NOT NULL,
    reply bytea NOT NULL,
    kept_at timestamp with time zone NOT NULL,
    CONSTRAINT time_stamps_reply_check CHECK (((length(reply) >= 1) AND (length(reply) <= 65536)))
);
ALTER TABLE audit.time_stamps OWNER TO audit_owner;
CREATE TABLE audit.tree (
    only_row boolean DEFAULT true NOT NULL,
    size bigint NOT NULL,
    CONSTRAINT tree_only_row_check CHECK (only_row),
    CONSTRAINT tree_size_check CHECK ((size >= 0))
)
WITH (fillfactor='10');
ALTER TABLE audit.tree OWNER TO audit_owner;
CREATE TABLE audit.tree_nodes (
    level smallint NOT NULL,
    "position" bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT tree_nodes_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT tree_nodes_level_check CHECK (((level >= 0) AND (level <= 53))),
    CONSTRAINT tree_nodes_position_check CHECK (("position" >= 0))
);
ALTER TABLE audit.tree_nodes OWNER TO audit_owner;
CREATE TABLE migrations.applied (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE migrations.applied OWNER TO audit_owner;
INSERT INTO audit.checkpoints VALUES
	(3, 'veil-gateway/audit
3
+iQ1fGK6o+Ue8FwzY+HVbFWNqxwu9676LxAEl5azZI8=
— veil-gateway/audit 04oPbCEE+N5l3+Qu8Dd3/JVZtiKdyjDr6v8AUFsME0miFvyf6ydQUt9bSpfdcWR5d9U3xAxPZFDwY4ztfoBPLmWgzww=
', '2026-11-30 03:37:55.411+00', false),
	(7, 'veil-gateway/audit
7
JrsYW+q4GpyJ5SwBwhh28TNpN8/ePVVz3hPI4vHE8mM=
— veil-gateway/audit 04oPbLBLAvMA95kCyyOXRv+V/Tu/V6ZS69tUX7pUqFwZV0QzSbNtF7x+6/85VpoVW0KYSuI4SI0FpGz+IAWkDHaF9QI=
', '2026-11-30 03:37:55.421+00', false);
INSERT INTO audit.cosignatures VALUES
	(7, 'witness', 'line', '2026-11-30 03:37:55.431947+00');
INSERT INTO audit.events VALUES
	(1, '194850c2-aff8-450b-9914-f68bb27b0fab', '2026-09-01 03:37:55.385+00', 'PROXY_INFERENCE_COMPLETED', 'cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a', '5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c', 'req_1', '{"model": "sim-1", "input_tokens": "12"}', '{"actor":"cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a","event_id":"194850c2-aff8-450b-9914-f68bb27b0fab","event_type":"PROXY_INFERENCE_COMPLETED","occurred_at":"2026-09-01T03:37:55.385Z","payload":{"input_tokens":"12","model":"sim-1"},"request_id":"req_1","scope":"5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c","subject":"d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1","version":2}', '\x0000000000000000000000000000000000000000000000000000000000000000', '\x24f90c360cb36f7aa8aff4277dde5e6f2583f3d2e11c62e38dc1f7c3dcb4bd3b', 'd1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1'),
	(2, 'f2f73c5b-ea11-4d56-a01a-68718016e8e6', '2026-09-01 03:37:55.385+00', 'PROXY_INFERENCE_COMPLETED', 'cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a', '5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c', 'req_1', '{"model": "sim-1", "input_tokens": "12"}', '{"actor":"cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a","event_id":"f2f73c5b-ea11-4d56-a01a-68718016e8e6","event_type":"PROXY_INFERENCE_COMPLETED","occurred_at":"2026-09-01T03:37:55.385Z","payload":{"input_tokens":"12","model":"sim-1"},"request_id":"req_1","scope":"5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c","subject":"d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1","version":2}', '\x24f90c360cb36f7aa8aff4277dde5e6f2583f3d2e11c62e38dc1f7c3dcb4bd3b', '\x980dc47d7a1399f1188f99130a0cda56dc12035924455e284303d49ce843075d', 'd1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1'),
	(3, '489921db-bb0e-40fa-9fc1-27c6899035b5', '2026-09-01 03:37:55.385+00', 'PROXY_INFERENCE_COMPLETED', 'cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a', '5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c', 'req_1', '{"model": "sim-1", "input_tokens": "12"}', '{"actor":"cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a","event_id":"489921db-bb0e-40fa-9fc1-27c6899035b5","event_type":"PROXY_INFERENCE_COMPLETED","occurred_at":"2026-09-01T03:37:55.385Z","payload":{"input_tokens":"12","model":"sim-1"},"request_id":"req_1","scope":"5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c","subject":"d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1","version":2}', '\x980dc47d7a1399f1188f99130a0cda56dc12035924455e284303d49ce843075d', '\x27c64a8af08f6a1084fbb9a250ffe6118a1d8f9554f323837c5750326cb396e4', 'd1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1'),
	(4, '04fa219c-c942-4801-bf87-6e12d5681e16', '2026-11-29 03:37:55.415+00', 'PROXY_INFERENCE_COMPLETED', 'cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a', '5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c', 'req_1', '{"model": "sim-1", "input_tokens": "12"}', '{"actor":"cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a","event_id":"04fa219c-c942-4801-bf87-6e12d5681e16","event_type":"PROXY_INFERENCE_COMPLETED","occurred_at":"2026-11-29T03:37:55.415Z","payload":{"input_tokens":"12","model":"sim-1"},"request_id":"req_1","scope":"5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c","subject":"d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1","version":2}', '\x27c64a8af08f6a1084fbb9a250ffe6118a1d8f9554f323837c5750326cb396e4', '\x737cb460021c74538b98aa3849161da3362883bf4be5c7a6d6a53c235fed72a2', 'd1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1'),
	(5, '7072f4c5-dd71-4ef3-9da0-a6dd943e21e3', '2026-11-29 03:37:55.415+00', 'PROXY_INFERENCE_COMPLETED', 'cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a', '5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c', 'req_1', '{"model": "sim-1", "input_tokens": "12"}', '{"actor":"cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a","event_id":"7072f4c5-dd71-4ef3-9da0-a6dd943e21e3","event_type":"PROXY_INFERENCE_COMPLETED","occurred_at":"2026-11-29T03:37:55.415Z","payload":{"input_tokens":"12","model":"sim-1"},"request_id":"req_1","scope":"5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c","subject":"d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1","version":2}', '\x737cb460021c74538b98aa3849161da3362883bf4be5c7a6d6a53c235fed72a2', '\x6c573e3180002790cfbca8e3b6ed63e52d5b5781de97506bd12cf70fb8f628f8', 'd1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1'),
	(6, '7c45f0ef-a437-4203-9dfa-f18785f152ef', '2026-11-29 03:37:55.415+00', 'PROXY_INFERENCE_COMPLETED', 'cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a', '5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c', 'req_1', '{"model": "sim-1", "input_tokens": "12"}', '{"actor":"cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a","event_id":"7c45f0ef-a437-4203-9dfa-f18785f152ef","event_type":"PROXY_INFERENCE_COMPLETED","occurred_at":"2026-11-29T03:37:55.415Z","payload":{"input_tokens":"12","model":"sim-1"},"request_id":"req_1","scope":"5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c","subject":"d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1","version":2}', '\x6c573e3180002790cfbca8e3b6ed63e52d5b5781de97506bd12cf70fb8f628f8', '\x84bf1e850ab1315c5587f59f85e2348fdb27671655cff06d3409a93ab4082b0f', 'd1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1'),
	(7, '985a5e9b-e061-44ca-ba10-09cdd5d78b25', '2026-11-29 03:37:55.415+00', 'PROXY_INFERENCE_COMPLETED', 'cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a', '5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c', 'req_1', '{"model": "sim-1", "input_tokens": "12"}', '{"actor":"cus_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a","event_id":"985a5e9b-e061-44ca-ba10-09cdd5d78b25","event_type":"PROXY_INFERENCE_COMPLETED","occurred_at":"2026-11-29T03:37:55.415Z","payload":{"input_tokens":"12","model":"sim-1"},"request_id":"req_1","scope":"5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c","subject":"d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1","version":2}', '\x84bf1e850ab1315c5587f59f85e2348fdb27671655cff06d3409a93ab4082b0f', '\x55768122b3c2a8e7ad334b1085d99356afebb27f8ea8cde689a6cab9216de519', 'd1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1');
INSERT INTO audit.head VALUES
	(true, 7, '\x55768122b3c2a8e7ad334b1085d99356afebb27f8ea8cde689a6cab9216de519');
INSERT INTO audit.prunings VALUES
	(2, 'veil-gateway/audit
2
+YygkEwZTSZm65u3z/49W3OaP8EsxRSHwpMcmL77XwE=
pruned 2026-01-01T00:00:00Z mA3EfXoTmfEYj5kTCgzaVtwSA1kkRV4oQwPUnOhDB10=
— veil-gateway/audit 04oPbFKssU6p1ABCnf3i7B/n6qOrmTUV1oddO2HBcycPbJkKW2q3De2a5fI4rvxHofU16XOcecu3sPWKpPvozAhzfw8=
', '2026-11-30 03:37:55.415023+00', NULL, NULL);
INSERT INTO audit.refused_events OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-30 03:37:55.431947+00', NULL, 'form', 'key', '\x626f78');
INSERT INTO audit.time_stamps VALUES
	(7, '\x7265706c79', '2026-11-30 03:37:55.431947+00');
INSERT INTO audit.tree VALUES
	(true, 7);
INSERT INTO audit.tree_nodes VALUES
	(1, 0, '\xf98ca0904c194d2666eb9bb7cffe3d5b739a3fc12cc51487c2931c98befb5f01'),
	(1, 1, '\x2eed7d90a04cb15f9af7817d8af7f777f03f2ada9a37718ad56c82c5383aa4d3'),
	(1, 2, '\x05199f1cf226e52454f2651b0f030e3c9518711bb89bc242b3d3515368741afe'),
	(2, 0, '\x1106e17b9c264628ea3b872f95e0059d7c716cd69fef65c782e15c6056b6dad3');
INSERT INTO migrations.applied VALUES
	('0001-events.sql', 'c23bf07d774104e745c2ccd3635360c462d5fc089ee0b09a7eab95f28e8f72b4', '2026-11-30 03:37:55.136974+00'),
	('0002-refused-events.sql', 'cf726c8ccc658a1f551c6b5e1ffc6536ef813ba1cfa2e210be7b9c16248b247a', '2026-11-30 03:37:55.150603+00'),
	('0003-subjects.sql', '68a64390d39b6cd718112b7d6405b0e047b332521ce277ea62d53b311d0de822', '2026-11-30 03:37:55.155135+00'),
	('0004-checkpoints.sql', '58a86f694795fc2d1183788eb2c661d643cf70aaa05c393ce9a7ed4f949f5b91', '2026-11-30 03:37:55.160611+00'),
	('0005-prunings.sql', 'b8b35061835b716d948735e522f7d8ffb97e61051b6db0971b9e142afabc1c0a', '2026-11-30 03:37:55.172144+00'),
	('0006-time-stamps.sql', 'f674d4847a8a7b4d8542d1ae7b98a5e2986b78208c7581d4a55cd1801474e931', '2026-11-30 03:37:55.179054+00'),
	('0007-appended-together.sql', 'eb6bdf09660fb98c951e33cb6d647ea2277828ab4f45fb3717727dea195adc3e', '2026-11-30 03:37:55.186446+00');
SELECT pg_catalog.setval('audit.refused_events_refusal_id_seq', 1, true);
ALTER TABLE ONLY audit.checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (size);
ALTER TABLE ONLY audit.cosignatures
    ADD CONSTRAINT cosignatures_pkey PRIMARY KEY (size, witness);
ALTER TABLE audit.events
    ADD CONSTRAINT events_actor_check CHECK (
CASE
    WHEN starts_with(actor, 'cus_'::text) THEN (((length(actor) >= 36) AND (length(actor) <= 68)) AND (substr(actor, 5) !~ '[^0-9a-f]'::text))
    WHEN starts_with(actor, 'token:'::text) THEN ((length(actor) = 70) AND (substr(actor, 7) !~ '[^0-9a-f]'::text))
    ELSE (actor = 'system'::text)
END) NOT VALID;
ALTER TABLE ONLY audit.events
    ADD CONSTRAINT events_event_id_key UNIQUE (event_id);
ALTER TABLE audit.events
    ADD CONSTRAINT events_event_type_check CHECK ((((length(event_type) >= 3) AND (length(event_type) <= 64)) AND (event_type !~ '[^A-Z_]'::text) AND ("left"(event_type, 1) <> '_'::text))) NOT VALID;
ALTER TABLE ONLY audit.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (seq);
ALTER TABLE audit.events
    ADD CONSTRAINT events_request_id_check CHECK ((((length(request_id) >= 1) AND (length(request_id) <= 64)) AND (request_id !~ '[^0-9A-Za-z_-]'::text))) NOT VALID;
ALTER TABLE audit.events
    ADD CONSTRAINT events_scope_check CHECK (((length(scope) = 64) AND (scope !~ '[^0-9a-f]'::text))) NOT VALID;
ALTER TABLE audit.events
    ADD CONSTRAINT events_subject_check CHECK (((length(subject) = 64) AND (subject !~ '[^0-9a-f]'::text))) NOT VALID;
ALTER TABLE ONLY audit.head
    ADD CONSTRAINT head_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY audit.prunings
    ADD CONSTRAINT prunings_pkey PRIMARY KEY (size);
ALTER TABLE ONLY audit.refused_events
    ADD CONSTRAINT refused_events_pkey PRIMARY KEY (refusal_id);
ALTER TABLE ONLY audit.time_stamps
    ADD CONSTRAINT time_stamps_pkey PRIMARY KEY (size);
ALTER TABLE ONLY audit.tree_nodes
    ADD CONSTRAINT tree_nodes_pkey PRIMARY KEY (level, "position");
ALTER TABLE ONLY audit.tree
    ADD CONSTRAINT tree_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY migrations.applied
    ADD CONSTRAINT applied_pkey PRIMARY KEY (name);
CREATE INDEX events_of_scope ON audit.events USING btree (scope, occurred_at, seq);
CREATE INDEX events_of_scope_and_type ON audit.events USING btree (scope, event_type, occurred_at, seq);
CREATE INDEX events_of_subject ON audit.events USING btree (subject, occurred_at, seq) WHERE (subject IS NOT NULL);
CREATE INDEX events_of_subject_and_type ON audit.events USING btree (subject, event_type, occurred_at, seq) WHERE (subject IS NOT NULL);
CREATE TRIGGER events_are_not_emptied BEFORE TRUNCATE ON audit.events FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.events ENABLE ALWAYS TRIGGER events_are_not_emptied;
CREATE TRIGGER events_stay BEFORE DELETE OR UPDATE ON audit.events FOR EACH ROW EXECUTE FUNCTION audit.refuse_change_of_event();
ALTER TABLE audit.events ENABLE ALWAYS TRIGGER events_stay;
CREATE TRIGGER head_is_not_emptied BEFORE TRUNCATE ON audit.head FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.head ENABLE ALWAYS TRIGGER head_is_not_emptied;
CREATE TRIGGER head_moves_forward BEFORE UPDATE ON audit.head FOR EACH ROW EXECUTE FUNCTION audit.refuse_step_back();
ALTER TABLE audit.head ENABLE ALWAYS TRIGGER head_moves_forward;
CREATE TRIGGER head_stays BEFORE DELETE ON audit.head FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.head ENABLE ALWAYS TRIGGER head_stays;
CREATE TRIGGER nodes_are_not_emptied BEFORE TRUNCATE ON audit.tree_nodes FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.tree_nodes ENABLE ALWAYS TRIGGER nodes_are_not_emptied;
CREATE TRIGGER nodes_stay BEFORE DELETE OR UPDATE ON audit.tree_nodes FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.tree_nodes ENABLE ALWAYS TRIGGER nodes_stay;
CREATE TRIGGER prunings_are_not_emptied BEFORE TRUNCATE ON audit.prunings FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.prunings ENABLE ALWAYS TRIGGER prunings_are_not_emptied;
CREATE TRIGGER prunings_stay BEFORE DELETE OR UPDATE ON audit.prunings FOR EACH ROW EXECUTE FUNCTION audit.refuse_change_of_pruning();
ALTER TABLE audit.prunings ENABLE ALWAYS TRIGGER prunings_stay;
ALTER TABLE ONLY audit.cosignatures
    ADD CONSTRAINT cosignatures_size_fkey FOREIGN KEY (size) REFERENCES audit.checkpoints(size) ON DELETE CASCADE;
ALTER TABLE ONLY audit.time_stamps
    ADD CONSTRAINT time_stamps_size_fkey FOREIGN KEY (size) REFERENCES audit.checkpoints(size);
GRANT USAGE ON SCHEMA audit TO audit_app;
REVOKE USAGE ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON FUNCTION audit.append_events(batch jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION audit.append_events(batch jsonb) TO audit_app;
REVOKE ALL ON FUNCTION audit.append_new_events(batch jsonb) FROM PUBLIC;
REVOKE ALL ON FUNCTION audit.forget_checkpoints() FROM PUBLIC;
GRANT ALL ON FUNCTION audit.forget_checkpoints() TO audit_app;
REVOKE ALL ON FUNCTION audit.grow_tree() FROM PUBLIC;
GRANT ALL ON FUNCTION audit.grow_tree() TO audit_app;
REVOKE ALL ON FUNCTION audit.prune(up_to bigint, border bytea, not_before timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION audit.refuse_change() FROM PUBLIC;
REVOKE ALL ON FUNCTION audit.refuse_change_of_event() FROM PUBLIC;
REVOKE ALL ON FUNCTION audit.refuse_change_of_pruning() FROM PUBLIC;
REVOKE ALL ON FUNCTION audit.refuse_step_back() FROM PUBLIC;
GRANT SELECT ON TABLE audit.checkpoints TO audit_app;
GRANT INSERT(size) ON TABLE audit.checkpoints TO audit_app;
GRANT INSERT(note) ON TABLE audit.checkpoints TO audit_app;
GRANT INSERT(signed_at) ON TABLE audit.checkpoints TO audit_app;
GRANT UPDATE(is_named) ON TABLE audit.checkpoints TO audit_app;
GRANT SELECT,INSERT,UPDATE ON TABLE audit.cosignatures TO audit_app;
GRANT SELECT ON TABLE audit.events TO audit_app;
GRANT SELECT ON TABLE audit.head TO audit_app;
GRANT SELECT ON TABLE audit.prunings TO audit_app;
GRANT INSERT(size) ON TABLE audit.prunings TO audit_app;
GRANT INSERT(note) ON TABLE audit.prunings TO audit_app;
GRANT INSERT(event_id) ON TABLE audit.refused_events TO audit_app;
GRANT INSERT(reason) ON TABLE audit.refused_events TO audit_app;
GRANT INSERT(sealing_key_id) ON TABLE audit.refused_events TO audit_app;
GRANT INSERT(box) ON TABLE audit.refused_events TO audit_app;
GRANT SELECT ON TABLE audit.time_stamps TO audit_app;
GRANT INSERT(size) ON TABLE audit.time_stamps TO audit_app;
GRANT INSERT(reply) ON TABLE audit.time_stamps TO audit_app;
GRANT INSERT(kept_at) ON TABLE audit.time_stamps TO audit_app;
GRANT SELECT ON TABLE audit.tree TO audit_app;
GRANT SELECT ON TABLE audit.tree_nodes TO audit_app;
