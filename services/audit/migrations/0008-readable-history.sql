-- Before the service becomes ready, it reads whether the database has every migration that it needs.
grant usage on schema migrations to audit_app;
grant select on migrations.applied to audit_app;
