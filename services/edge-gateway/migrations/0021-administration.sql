-- Lists of the administration go from the newest row to the oldest, page by page.
create index customers_created on customers (created_at, customer_id);
create index organisations_created on organisations (created_at, org_id);
create index customer_passwords_set on customer_passwords (set_at, customer_id);

-- An administrator may move a customer to another organisation.
grant update (org_id) on customers to gateway_app;
