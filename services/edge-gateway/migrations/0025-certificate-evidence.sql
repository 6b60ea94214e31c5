-- The proof that the log has the certificate's hash: sealed under the gateway's data key, null until the log has given it.
alter table certificates add column evidence bytea;
alter table certificates add check (evidence is null or certificate is not null);
-- From the decision on, leased_until is of the replica that asks for evidence.
create index certificates_without_evidence on certificates (decided_at)
  where certificate is not null and evidence is null;
