-- A customer may remove company and address: the address is then the seal of an empty text. `email_lookup` stays until the
-- account is deleted, since a customer has one account for each address.
grant update (email_sealed, company_sealed) on customers to gateway_app;
