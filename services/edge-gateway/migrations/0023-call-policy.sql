-- How an operator wants calls with a key to be handled: re-link, tools, system prompt and bounds of MCP calls. Null: the default.
alter table api_keys add column call_policy jsonb;

grant update (call_policy) on api_keys to gateway_app;
