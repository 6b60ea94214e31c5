-- When the sweep last enforced each retention rule. One row for each rule, kept for good.
create table sweeps (
  rule text primary key,
  -- For how long the rule keeps its data, in words.
  kept text not null,
  changed bigint not null,
  swept_at timestamptz not null
);

-- The newest checkpoint of the audit log that a replica has verified. What reads it verifies the signature again. One row.
create table seen_checkpoint (
  only_row boolean primary key default true check (only_row),
  size bigint not null,
  checkpoint text not null
);

grant select, insert, update on sweeps, seen_checkpoint to gateway_app;
