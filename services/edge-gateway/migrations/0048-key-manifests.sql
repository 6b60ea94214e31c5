-- Each version of the key manifest that this deployment has published, as it was signed. Public data; kept for good. What reads it
-- verifies the signatures again.
create table key_manifests (
  sha256 text primary key,
  version integer not null,
  manifest jsonb not null
);

grant select, insert on key_manifests to gateway_app;
