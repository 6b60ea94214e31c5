-- The hash-chained log. Run by the owner role; the service runs as audit_app, which may read the tables and
-- call append_events, and nothing else.
CREATE SCHEMA audit;
REVOKE ALL ON SCHEMA audit FROM PUBLIC;

CREATE TABLE audit.events (
  -- Not a sequence: a rolled back insert would leave a gap that looks like a deletion.
  seq bigint PRIMARY KEY CHECK (seq > 0),
  event_id uuid NOT NULL UNIQUE,
  occurred_at timestamptz NOT NULL,
  event_type text NOT NULL CHECK (event_type ~ '^[A-Z][A-Z_]{2,63}$'),
  actor text NOT NULL CHECK (actor ~ '^(cus_[0-9a-f]{32,64}|token:[0-9a-f]{64}|system)$'),
  scope text NOT NULL CHECK (scope ~ '^[0-9a-f]{64}$'),
  request_id text CHECK (request_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  payload jsonb NOT NULL CHECK (jsonb_typeof(payload) = 'object'),
  -- The text that is hashed. The columns above are read out of it and must agree with it.
  canonical text NOT NULL,
  prev_hash bytea NOT NULL CHECK (length(prev_hash) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32)
);

-- Where the chain ends. Its row lock puts all appends, of all replicas, in one order.
CREATE TABLE audit.head (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  seq bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32)
) WITH (fillfactor = 10);
INSERT INTO audit.head (seq, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

-- Appends a JSON array of 1 to 256 canonical event texts in their order, skips those whose event_id is in
-- the log already, and returns how many it appended. All of them or, on any error, none.
--   hash = SHA-256(0x00 || prev_hash, 32 bytes || seq, 8 bytes big-endian || canonical, UTF-8)
-- The first event's prev_hash is 32 zero bytes.
CREATE FUNCTION audit.append_events(batch jsonb) RETURNS integer
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  leaf_prefix constant bytea := decode('00', 'hex');
  first_seq bigint;
  last_seq bigint;
  last_hash bytea;
  next_hash bytea;
  entry text;
  event jsonb;
BEGIN
  IF jsonb_array_length(batch) NOT BETWEEN 1 AND 256 THEN
    RAISE EXCEPTION 'a batch has 1 to 256 events' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT seq, hash INTO STRICT last_seq, last_hash FROM audit.head FOR UPDATE;
  first_seq := last_seq;
  FOR entry IN
    SELECT value FROM jsonb_array_elements_text(batch) WITH ORDINALITY ORDER BY ordinality
  LOOP
    event := entry::jsonb;
    next_hash := sha256(
      leaf_prefix || last_hash || int8send(last_seq + 1) || convert_to(entry, 'UTF8'));
    INSERT INTO audit.events (
      seq, event_id, occurred_at, event_type, actor, scope, request_id, payload,
      canonical, prev_hash, hash)
    VALUES (
      last_seq + 1, (event ->> 'event_id')::uuid, (event ->> 'occurred_at')::timestamptz,
      event ->> 'event_type', event ->> 'actor', event ->> 'scope', event ->> 'request_id',
      event -> 'payload', entry, last_hash, next_hash)
    ON CONFLICT (event_id) DO NOTHING;
    IF FOUND THEN
      last_seq := last_seq + 1;
      last_hash := next_hash;
    END IF;
  END LOOP;
  IF last_seq > first_seq THEN
    UPDATE audit.head SET seq = last_seq, hash = last_hash;
  END IF;
  RETURN last_seq - first_seq;
END
$$;

CREATE FUNCTION audit.refuse_change() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'VA001';
END
$$;

CREATE FUNCTION audit.refuse_step_back() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NEW.seq <= OLD.seq THEN
    RAISE EXCEPTION 'the head of the audit log moves forward only' USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE ON audit.events
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER events_are_not_emptied BEFORE TRUNCATE ON audit.events
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER head_moves_forward BEFORE UPDATE ON audit.head
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_step_back();
CREATE TRIGGER head_stays BEFORE DELETE ON audit.head
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER head_is_not_emptied BEFORE TRUNCATE ON audit.head
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

-- ALWAYS: a session in replica mode does not get past them either.
ALTER TABLE audit.events ENABLE ALWAYS TRIGGER events_stay;
ALTER TABLE audit.events ENABLE ALWAYS TRIGGER events_are_not_emptied;
ALTER TABLE audit.head ENABLE ALWAYS TRIGGER head_moves_forward;
ALTER TABLE audit.head ENABLE ALWAYS TRIGGER head_stays;
ALTER TABLE audit.head ENABLE ALWAYS TRIGGER head_is_not_emptied;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA audit FROM PUBLIC;
GRANT USAGE ON SCHEMA audit TO audit_app;
GRANT SELECT ON audit.events, audit.head TO audit_app;
GRANT EXECUTE ON FUNCTION audit.append_events(jsonb) TO audit_app;
