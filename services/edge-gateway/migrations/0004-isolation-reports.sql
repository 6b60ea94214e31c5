-- The newest report of each probe inside the sandboxes' zones, as the probe signed it. Whoever reads it checks the
-- signature again: this table proves nothing by itself.
create table isolation_reports (
  probe text primary key,
  probed_at timestamptz not null,
  report jsonb not null
);

grant select, insert, update on isolation_reports to gateway_app;
