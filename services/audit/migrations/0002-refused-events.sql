-- Events that the gateway signed and the log cannot hold. The service may add to them and do nothing else,
-- not even read; the owner removes what somebody has looked into.
CREATE TABLE audit.refused_events (
  refusal_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- Null when what came as an id is none.
  event_id uuid,
  reason text NOT NULL CHECK (reason IN ('form', 'text', 'log')),
  -- The gateway's key that opens the box, and in the box the event as it came.
  sealing_key_id text NOT NULL,
  box bytea NOT NULL
);

GRANT INSERT (event_id, reason, sealing_key_id, box) ON audit.refused_events TO audit_app;
