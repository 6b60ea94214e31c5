-- What a release of the software did in this deployment: providers, retention, accuracy. No data of a customer. One row for each
-- release, kept for good.
create table release_facts (
  release text primary key,
  facts jsonb not null,
  recorded_at timestamptz not null
);

grant select, insert, update on release_facts to gateway_app;
