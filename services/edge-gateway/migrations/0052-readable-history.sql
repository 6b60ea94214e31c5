-- Before a replica becomes ready, it reads whether the database has every migration that it needs.
grant usage on schema migrations to gateway_app;
grant select on migrations.applied to gateway_app;
