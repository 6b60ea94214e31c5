-- What the log names of the certificate, so that evidence is added without opening it. The log's event has it in clear, and so has the
-- public summary. Null in rows that were issued before.
alter table certificates add column certificate_sha256 text check (certificate_sha256 ~ '^[0-9a-f]{64}$');
