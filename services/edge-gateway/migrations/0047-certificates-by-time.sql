-- An evidence pack lists all certificates of a customer in a period, in pages.
create index certificates_of_customer_by_time on certificates (customer_id, created_at, request_id);
drop index certificates_of_customer;
