-- What a customer has filled in for a document of compliance, in versions: sealed under the gateway's data key. The topic is
-- `record/` and an activity, or `dpia`. Kept until the account is deleted.
create table compliance_inputs (
  customer_id text not null references customers on delete cascade,
  topic text not null,
  version integer not null check (version >= 1),
  content_sealed bytea not null,
  created_at timestamptz not null,
  primary key (customer_id, topic, version)
);

grant select, insert on compliance_inputs to gateway_app;
