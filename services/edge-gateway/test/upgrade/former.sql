SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA migrations;
ALTER SCHEMA migrations OWNER TO gateway_owner;
CREATE FUNCTION public.count_usage(customer text, usage_class text, quota bigint) RETURNS bigint
    LANGUAGE sql
    AS $$
  insert into usage_monthly as u (customer_id, month, class, used)
  select customer, date_trunc('month', now() at time zone 'utc')::date, usage_class, 1
  where quota is null or quota > 0
  on conflict (customer_id, month, class) do update set used = u.used + 1
    where quota is null or u.used < quota
  returning used
$$;
ALTER FUNCTION public.count_usage(customer text, usage_class text, quota bigint) OWNER TO gateway_owner;
CREATE FUNCTION public.delete_customer(customer text, tombstone bytea, event jsonb) RETURNS TABLE(cancelled_jobs bigint, organisation_deleted boolean)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  this_month constant date := date_trunc('month', now() at time zone 'utc')::date;
  organisation text;
begin
  -- An admission locks the usage first and the customer at its end: in the same order they never wait for each other.
  perform from public.usage_monthly u where u.customer_id = customer for update;
  select c.org_id into organisation from public.customers c where c.customer_id = customer for update;
  if not found then return; end if;
  perform from public.organisations o where o.org_id = organisation for update;
  insert into public.usage_of_deleted as d (month, class, used)
  select u.month, u.class, u.used from public.usage_monthly u where u.customer_id = customer
  on conflict (month, class) do update set used = d.used + excluded.used;
  insert into public.email_tombstones as t (email_hmac, month, standard_used, developer_used)
  select tombstone, this_month, coalesce(sum(u.used) filter (where u.class = 'standard'), 0),
    coalesce(sum(u.used) filter (where u.class = 'developer'), 0)
  from public.usage_monthly u where u.customer_id = customer and u.month = this_month
  having sum(u.used) > 0
  on conflict (email_hmac, month) do update set standard_used = greatest(t.standard_used, excluded.standard_used),
    developer_used = greatest(t.developer_used, excluded.developer_used);
  select count(*) into cancelled_jobs from public.jobs j where j.customer_id = customer and j.state = 'admitted';
  delete from public.customers c where c.customer_id = customer;
  delete from public.organisations o where o.org_id = organisation
    and not exists (select from public.customers c where c.org_id = organisation);
  organisation_deleted := found;
  insert into public.event_outbox (event_id, event) values ((event ->> 'event_id')::uuid, event);
  return next;
end
$$;
ALTER FUNCTION public.delete_customer(customer text, tombstone bytea, event jsonb) OWNER TO gateway_owner;
CREATE FUNCTION public.end_subject_requests() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  update public.subject_requests r
  set status = case when r.subject = 'customer' and r.type = 'erasure' then 'completed' else 'cancelled' end,
    refused_for = case when r.subject = 'customer' and r.type = 'erasure' then null else 'no_match' end,
    ended_at = now(), value_sealed = null
  where r.customer_id = old.customer_id and r.ended_at is null;
  return old;
end
$$;
ALTER FUNCTION public.end_subject_requests() OWNER TO gateway_owner;
CREATE FUNCTION public.give_back_usage(customer text, counted_as text, counted_in date) RETURNS boolean
    LANGUAGE sql
    AS $$
  update usage_monthly set used = used - 1
  where customer_id = customer and class = counted_as and month = counted_in and used > 0
  returning true
$$;
ALTER FUNCTION public.give_back_usage(customer text, counted_as text, counted_in date) OWNER TO gateway_owner;
CREATE FUNCTION public.keep_subject_key(customer text, sealed bytea) RETURNS bytea
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  update public.customers set subject_key_sealed = coalesce(subject_key_sealed, sealed)
  where customer_id = customer
  returning subject_key_sealed
$$;
ALTER FUNCTION public.keep_subject_key(customer text, sealed bytea) OWNER TO gateway_owner;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE migrations.applied (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE migrations.applied OWNER TO gateway_owner;
CREATE TABLE public.activities (
    customer_id text NOT NULL,
    activity_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT activities_activity_id_check CHECK ((activity_id ~ '^[A-Za-z0-9._-]{1,64}$'::text))
);
ALTER TABLE public.activities OWNER TO gateway_owner;
CREATE TABLE public.api_keys (
    key_id text NOT NULL,
    customer_id text NOT NULL,
    family text NOT NULL,
    developer boolean DEFAULT false NOT NULL,
    key_hmac bytea NOT NULL,
    pepper_version integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    entity_policy jsonb,
    expires_at timestamp with time zone,
    call_policy jsonb,
    calls_only boolean DEFAULT false NOT NULL,
    CONSTRAINT api_keys_check CHECK (((NOT developer) OR (family = 'gw_live'::text))),
    CONSTRAINT api_keys_family_check CHECK ((family = ANY (ARRAY['svc'::text, 'gw_live'::text]))),
    CONSTRAINT api_keys_key_id_check CHECK ((key_id ~ '^[0-9A-Za-z]{8}$'::text))
);
ALTER TABLE public.api_keys OWNER TO gateway_owner;
CREATE TABLE public.call_tallies (
    customer_id text NOT NULL,
    activity_id text NOT NULL,
    span text NOT NULL,
    since timestamp with time zone NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT call_tallies_count_check CHECK ((count >= 0)),
    CONSTRAINT call_tallies_kind_check CHECK ((kind = ANY (ARRAY['calls'::text, 'found'::text, 'key'::text, 'provider'::text]))),
    CONSTRAINT call_tallies_span_check CHECK ((span = ANY (ARRAY['hour'::text, 'day'::text])))
);
ALTER TABLE public.call_tallies OWNER TO gateway_owner;
CREATE TABLE public.certificate_batches (
    batch_id uuid NOT NULL,
    signed bytea NOT NULL,
    batch_sha256 text NOT NULL,
    event_id uuid NOT NULL,
    evidence bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    leased_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT certificate_batches_batch_sha256_check CHECK ((batch_sha256 ~ '^[0-9a-f]{64}$'::text))
);
ALTER TABLE ONLY public.certificate_batches ALTER COLUMN signed SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.certificate_batches ALTER COLUMN evidence SET STORAGE EXTERNAL;
ALTER TABLE public.certificate_batches OWNER TO gateway_owner;
CREATE TABLE public.certificates (
    request_id text NOT NULL,
    customer_id text NOT NULL,
    pending bytea,
    certificate bytea,
    refused text,
    openings_key_box bytea,
    openings bytea,
    event_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone,
    leased_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    evidence bytea,
    certificate_sha256 text,
    record bytea,
    batch_id uuid,
    place smallint[],
    CONSTRAINT certificates_certificate_sha256_check CHECK ((certificate_sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT certificates_check CHECK (((batch_id IS NULL) = (place IS NULL))),
    CONSTRAINT certificates_check1 CHECK (((evidence IS NULL) OR (certificate IS NOT NULL))),
    CONSTRAINT certificates_check2 CHECK ((num_nonnulls(batch_id, refused, certificate) <= 1)),
    CONSTRAINT certificates_check3 CHECK ((num_nonnulls(pending, certificate, refused, record) = 1)),
    CONSTRAINT certificates_refused_check CHECK ((refused ~ '^[a-z_]{1,64}$'::text))
)
WITH (fillfactor='50', toast_tuple_target='256');
ALTER TABLE ONLY public.certificates ALTER COLUMN pending SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.certificates ALTER COLUMN certificate SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.certificates ALTER COLUMN openings_key_box SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.certificates ALTER COLUMN openings SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.certificates ALTER COLUMN evidence SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.certificates ALTER COLUMN record SET STORAGE EXTERNAL;
ALTER TABLE public.certificates OWNER TO gateway_owner;
CREATE TABLE public.compliance_inputs (
    customer_id text NOT NULL,
    topic text NOT NULL,
    version integer NOT NULL,
    content_sealed bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT compliance_inputs_version_check CHECK ((version >= 1))
);
ALTER TABLE public.compliance_inputs OWNER TO gateway_owner;
CREATE TABLE public.contacts (
    contact_id text NOT NULL,
    content_sealed bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT contacts_contact_id_check CHECK ((contact_id ~ '^con_[0-9a-f]{32}$'::text))
);
ALTER TABLE public.contacts OWNER TO gateway_owner;
CREATE TABLE public.customer_passwords (
    customer_id text NOT NULL,
    hash text NOT NULL,
    set_at timestamp with time zone NOT NULL
);
ALTER TABLE public.customer_passwords OWNER TO gateway_owner;
CREATE TABLE public.customers (
    customer_id text NOT NULL,
    org_id text NOT NULL,
    salt bytea NOT NULL,
    email_lookup bytea NOT NULL,
    email_lookup_version integer NOT NULL,
    email_sealed bytea NOT NULL,
    company_sealed bytea,
    tier text NOT NULL,
    managed_ai boolean NOT NULL,
    licence_expires_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    subject_key_sealed bytea,
    CONSTRAINT customers_customer_id_check CHECK ((customer_id ~ '^cus_[0-9a-f]{40}$'::text)),
    CONSTRAINT customers_tier_check CHECK ((tier = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text])))
);
ALTER TABLE public.customers OWNER TO gateway_owner;
CREATE TABLE public.email_tombstones (
    email_hmac bytea NOT NULL,
    month date NOT NULL,
    standard_used integer NOT NULL,
    developer_used integer NOT NULL,
    CONSTRAINT email_tombstones_developer_used_check CHECK ((developer_used >= 0)),
    CONSTRAINT email_tombstones_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
    CONSTRAINT email_tombstones_standard_used_check CHECK ((standard_used >= 0))
);
ALTER TABLE public.email_tombstones OWNER TO gateway_owner;
CREATE TABLE public.entity_lists (
    list_id text NOT NULL,
    customer_id text NOT NULL,
    version integer NOT NULL,
    kind text NOT NULL,
    entry_count integer NOT NULL,
    sealing_key_id text NOT NULL,
    box bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT entity_lists_entry_count_check CHECK ((entry_count >= 1)),
    CONSTRAINT entity_lists_kind_check CHECK ((kind = ANY (ARRAY['deny'::text, 'allow'::text]))),
    CONSTRAINT entity_lists_list_id_check CHECK ((list_id ~ '^lst_[0-9a-f]{32}$'::text)),
    CONSTRAINT entity_lists_version_check CHECK ((version >= 1))
);
ALTER TABLE public.entity_lists OWNER TO gateway_owner;
CREATE TABLE public.event_outbox (
    event_id uuid NOT NULL,
    event jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    refused_at timestamp with time zone,
    leased_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL
);
ALTER TABLE public.event_outbox OWNER TO gateway_owner;
CREATE TABLE public.isolation_reports (
    probe text NOT NULL,
    probed_at timestamp with time zone NOT NULL,
    report jsonb NOT NULL
);
ALTER TABLE public.isolation_reports OWNER TO gateway_owner;
CREATE TABLE public.job_outbox (
    job_id text NOT NULL,
    message text NOT NULL,
    deliveries integer DEFAULT 1 NOT NULL,
    leased_until timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
ALTER TABLE public.job_outbox OWNER TO gateway_owner;
CREATE TABLE public.jobs (
    job_id text NOT NULL,
    customer_id text NOT NULL,
    key_id text NOT NULL,
    request_id text NOT NULL,
    state text DEFAULT 'admitted'::text NOT NULL,
    facts jsonb NOT NULL,
    relink_map bytea,
    answer bytea,
    provisional boolean DEFAULT false NOT NULL,
    idempotency_lookup bytea,
    body_hash bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deadline_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    interim_failure jsonb,
    finished_by bytea,
    late_at timestamp with time zone,
    certificate_draft bytea,
    usage_class text,
    usage_month date,
    CONSTRAINT jobs_state_check CHECK ((state = ANY (ARRAY['admitted'::text, 'completed'::text, 'failed'::text, 'gone'::text])))
);
ALTER TABLE ONLY public.jobs ALTER COLUMN relink_map SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.jobs ALTER COLUMN answer SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.jobs ALTER COLUMN certificate_draft SET STORAGE EXTERNAL;
ALTER TABLE public.jobs OWNER TO gateway_owner;
CREATE TABLE public.key_manifests (
    sha256 text NOT NULL,
    version integer NOT NULL,
    manifest jsonb NOT NULL
);
ALTER TABLE public.key_manifests OWNER TO gateway_owner;
CREATE TABLE public.members (
    member_id text NOT NULL,
    customer_id text NOT NULL,
    person_hmac bytea NOT NULL,
    pepper_version integer NOT NULL,
    person_sealed bytea NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    signed_in_at timestamp with time zone NOT NULL,
    CONSTRAINT members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'key_manager'::text, 'member'::text, 'auditor'::text])))
);
ALTER TABLE public.members OWNER TO gateway_owner;
CREATE TABLE public.organisations (
    org_id text NOT NULL,
    scope_key_sealed bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.organisations OWNER TO gateway_owner;
CREATE TABLE public.provider_keys (
    record_id text NOT NULL,
    customer_id text NOT NULL,
    provider text NOT NULL,
    sealing_key_id text NOT NULL,
    box bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.provider_keys OWNER TO gateway_owner;
CREATE TABLE public.registration_envelopes (
    customer_id text NOT NULL,
    kind text NOT NULL,
    key_id text NOT NULL,
    provider_record_id text,
    sealed_key bytea NOT NULL,
    uses_left integer,
    expires_at timestamp with time zone,
    CONSTRAINT registration_envelopes_check CHECK (((kind = 'provider_key'::text) = (provider_record_id IS NOT NULL))),
    CONSTRAINT registration_envelopes_check1 CHECK (((kind = 'provider_key'::text) = (expires_at IS NULL))),
    CONSTRAINT registration_envelopes_kind_check CHECK ((kind = ANY (ARRAY['idempotency_key'::text, 'provider_key'::text, 'replay_window'::text]))),
    CONSTRAINT registration_envelopes_uses_left_check CHECK ((uses_left >= 0))
);
ALTER TABLE public.registration_envelopes OWNER TO gateway_owner;
CREATE TABLE public.release_facts (
    release text NOT NULL,
    facts jsonb NOT NULL,
    recorded_at timestamp with time zone NOT NULL
);
ALTER TABLE public.release_facts OWNER TO gateway_owner;
CREATE TABLE public.seen_checkpoint (
    only_row boolean DEFAULT true NOT NULL,
    size bigint NOT NULL,
    checkpoint text NOT NULL,
    CONSTRAINT seen_checkpoint_only_row_check CHECK (only_row)
);
ALTER TABLE public.seen_checkpoint OWNER TO gateway_owner;
CREATE TABLE public.sessions (
    session_hmac bytea NOT NULL,
    pepper_version integer NOT NULL,
    customer_id text NOT NULL,
    key_id text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    member_id text
);
ALTER TABLE public.sessions OWNER TO gateway_owner;
CREATE TABLE public.subject_requests (
    request_id text NOT NULL,
    customer_id text,
    type text NOT NULL,
    subject text NOT NULL,
    status text NOT NULL,
    refused_for text,
    extended_for text,
    submitted_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    commitment text,
    value_sealed bytea,
    CONSTRAINT subject_requests_check CHECK (((ended_at IS NOT NULL) = (status = ANY (ARRAY['completed'::text, 'cancelled'::text])))),
    CONSTRAINT subject_requests_check1 CHECK (((ended_at IS NULL) OR (value_sealed IS NULL))),
    CONSTRAINT subject_requests_check2 CHECK (((subject = 'value'::text) = (commitment IS NOT NULL))),
    CONSTRAINT subject_requests_commitment_check CHECK ((commitment ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT subject_requests_extended_for_check CHECK ((extended_for = ANY (ARRAY['complexity'::text, 'number_of_requests'::text]))),
    CONSTRAINT subject_requests_refused_for_check CHECK ((refused_for ~ '^[a-z_]{1,64}$'::text)),
    CONSTRAINT subject_requests_request_id_check CHECK ((request_id ~ '^dsr_[0-9a-f]{32}$'::text)),
    CONSTRAINT subject_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'completed'::text, 'cancelled'::text]))),
    CONSTRAINT subject_requests_subject_check CHECK ((subject = ANY (ARRAY['customer'::text, 'value'::text]))),
    CONSTRAINT subject_requests_type_check CHECK ((type = ANY (ARRAY['access'::text, 'portability'::text, 'erasure'::text])))
);
ALTER TABLE public.subject_requests OWNER TO gateway_owner;
CREATE TABLE public.sweeps (
    rule text NOT NULL,
    kept text NOT NULL,
    changed bigint NOT NULL,
    swept_at timestamp with time zone NOT NULL
);
ALTER TABLE public.sweeps OWNER TO gateway_owner;
CREATE TABLE public.usage_monthly (
    customer_id text NOT NULL,
    month date NOT NULL,
    class text NOT NULL,
    used integer DEFAULT 0 NOT NULL,
    CONSTRAINT usage_monthly_class_check CHECK ((class = ANY (ARRAY['standard'::text, 'developer'::text]))),
    CONSTRAINT usage_monthly_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
    CONSTRAINT usage_monthly_used_check CHECK ((used >= 0))
);
ALTER TABLE public.usage_monthly OWNER TO gateway_owner;
CREATE TABLE public.usage_of_deleted (
    month date NOT NULL,
    class text NOT NULL,
    used bigint NOT NULL,
    CONSTRAINT usage_of_deleted_class_check CHECK ((class = ANY (ARRAY['standard'::text, 'developer'::text]))),
    CONSTRAINT usage_of_deleted_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
    CONSTRAINT usage_of_deleted_used_check CHECK ((used >= 0))
);
ALTER TABLE public.usage_of_deleted OWNER TO gateway_owner;
INSERT INTO migrations.applied VALUES
	('0001-accounts.sql', '28dd3818f131e2181423ef3a13517caac92fbbe289ce90c02096bafe363de77f', '2026-11-30 03:37:49.42673+00'),
	('0002-jobs.sql', '7fbd09636025589e9affb098c5f0ac5b9b1801fd23893f48f7d834a676105594', '2026-11-30 03:37:49.453237+00'),
	('0003-entity-lists.sql', '3d81baa6af6ffc2affbe2e3974c986cbbd729e64928b452896780d2a070b0af1', '2026-11-30 03:37:49.467602+00'),
	('0004-isolation-reports.sql', '064ff408fbb76098f5029b413b568d0011a2cdaffe10796dece6ec8f2a170654', '2026-11-30 03:37:49.472246+00'),
	('0005-gone-jobs.sql', 'd228fb3b7074fa6cfe3127b8ffda3174676d038ac58f2d4201c86a87e9440c46', '2026-11-30 03:37:49.474642+00'),
	('0006-one-final-state.sql', '648ed4fdf1fd4202a4b953737ef3f39fcb92dd5e1e3d6a3f54cf2734a04ced90', '2026-11-30 03:37:49.476296+00'),
	('0007-event-leases.sql', '8d424743c1945b5b8d60847263cafd29876897800b56e06ecf04363d1c5eb680', '2026-11-30 03:37:49.477376+00'),
	('0008-count-usage.sql', '5a746d031da8ff28d7c64ed10922a1d6d41c7fb53aaf2b805d7d76bfbddea3a7', '2026-11-30 03:37:49.478194+00'),
	('0009-subject-keys.sql', '74c70766cd234e09cfe1de09242aff34a0ac9c2b5ed457bcd4b7dbe9b13c97bd', '2026-11-30 03:37:49.479318+00'),
	('0010-keys-with-an-end.sql', 'c0c633eabc0480c79d7fcf1f1ae76bd337b3b41185eddbe3ebb7780163fd12af', '2026-11-30 03:37:49.480664+00'),
	('0011-removable-fields.sql', '8bcb77aa77bc14444b8dc201a56143f8ad950ba81d4bd8e30affdce81b562470', '2026-11-30 03:37:49.482847+00'),
	('0012-account-deletion.sql', '14d8bb2b5dbea97b6cf97cef7cb274a9ae3890defd9312214731ca9c58ec34b7', '2026-11-30 03:37:49.483609+00'),
	('0020-sessions.sql', '2094755453618cba0daf0bacf8d6400b5faece1200cff61cdeeec2161a6719b3', '2026-11-30 03:37:49.489611+00'),
	('0021-administration.sql', 'fa49c60382d5933fc43ac987b582e7c06077ff14c0384fc7b60445fb5225837b', '2026-11-30 03:37:49.496129+00'),
	('0022-contacts.sql', '213fc7dd0b0c7b0df251a89f503c94d1556f426f8cbd631e9f78a4dc6ec96c81', '2026-11-30 03:37:49.49891+00'),
	('0023-call-policy.sql', '253aeab024680ad0eb170739716fed21a26854ae96cce19c28eaa86f0730f9cf', '2026-11-30 03:37:49.502297+00'),
	('0024-certificates.sql', '5ca8acca92c14db2cecf13df43336b8957ef8e40a0a25445696356b589ad7716', '2026-11-30 03:37:49.503313+00'),
	('0025-certificate-evidence.sql', 'b578e929aad9fe3f5f09d21d08f4c830581da539e51ca145ada94aa59414a73c', '2026-11-30 03:37:49.508544+00'),
	('0026-room-for-leases.sql', '9bc23dfa3aa661abf02cc7191a690c337fab7bbcb2f4abc2f27d9fe3f8b14e51', '2026-11-30 03:37:49.51017+00'),
	('0027-certificate-hashes.sql', 'da6c2a410ff49c0ab2b8ba425fd505ec7bdad1e454f417e89fd75f39616bb138', '2026-11-30 03:37:49.511015+00'),
	('0028-sealed-is-not-compressed.sql', 'cc869f66090a8b5fb5afb9c1f7742d5cbd81f1cdacbfc765a1c5e8cd7fe61f2a', '2026-11-30 03:37:49.514738+00'),
	('0035-waiting-jobs-by-customer.sql', '22b6d9c5e70b2f2dc6389fecb700567471a23564eacb603e24450805f2b24b84', '2026-11-30 03:37:49.516308+00'),
	('0040-give-back-usage.sql', 'c4ba403660f9f27559d6a16f522f77e0d79cb221aefc54362d435d2c22a547f1', '2026-11-30 03:37:49.518849+00'),
	('0041-certificate-batches.sql', '860840b4e0a6fbab5ee1fddf0c2a4548282cb0e9643393995e893694cfcbf97f', '2026-11-30 03:37:49.520298+00'),
	('0042-posture.sql', '7424aed73b6ede4f9031e739cf46c7dab6e9dbd04c5055f5eaf4eeb8e69b57eb', '2026-11-30 03:37:49.52588+00'),
	('0043-activities.sql', 'd9eac39490724d42c41f78e4e59de2b58e4ff5fc0d6d04332371b58086295bd9', '2026-11-30 03:37:49.531177+00'),
	('0044-compliance-inputs.sql', 'abf16886d2bb128f6589a6d6241028aef139201a60c976964974e7af80c5c845', '2026-11-30 03:37:49.537532+00'),
	('0045-release-facts.sql', '6e260a867b3964582f7c8839a16bbd1778f4f666d6a0d9960d60bdd95c799358', '2026-11-30 03:37:49.540204+00'),
	('0046-subject-requests.sql', '043dbe0ca83a3fb87c2463da5aa3b1a4dfb98f24fa4c7c66790d085384c2bd4a', '2026-11-30 03:37:49.543163+00'),
	('0047-certificates-by-time.sql', '568dbcc6446afc11de7bc7fdcfa4db152d3168bb647b6441cd563aef7b5c7505', '2026-11-30 03:37:49.552807+00'),
	('0048-key-manifests.sql', '1d62696dcb7dd673c23c8fd938206e910c5f11e0c5354e29f42a7bdaf1931bea', '2026-11-30 03:37:49.555358+00'),
	('0049-members.sql', 'dec33af0fc6fb07e8153f14c158276b5104b2cd686cf51edb3b72aecc5c6bb22', '2026-11-30 03:37:49.558011+00');
INSERT INTO public.activities VALUES
	('cus_b87a54e77cf202c58a5d74e6aebb715e372b7ea7', 'triage', '2026-11-30 03:37:50.624694+00'),
	('cus_ac69f3c7a08f9fbaaf584276b9ba64b8a5515c04', 'triage', '2026-11-30 03:37:51.005157+00');
INSERT INTO public.api_keys VALUES
	('cki731W7', 'cus_b87a54e77cf202c58a5d74e6aebb715e372b7ea7', 'svc', false, '\xcc6741cbdd935b7f1efbe2e011320785b9cc974235c7855ef8ed4f5fd9407424', 1, '2026-11-30 03:37:50.087959+00', '2026-11-30 03:00:00+00', NULL, NULL, NULL, NULL, false),
	('wEynNUxv', 'cus_ac69f3c7a08f9fbaaf584276b9ba64b8a5515c04', 'svc', false, '\x57dd2fbb02dcd27cb2c99a6be7f58e6b20155a492ea23b8ed57b19d571d75c00', 1, '2026-11-30 03:37:50.824785+00', NULL, NULL, NULL, NULL, NULL, false);
INSERT INTO public.call_tallies VALUES
	('cus_b87a54e77cf202c58a5d74e6aebb715e372b7ea7', 'triage', 'hour', '2026-11-30 03:00:00+00', 'calls', 'live', 2),
	('cus_ac69f3c7a08f9fbaaf584276b9ba64b8a5515c04', 'triage', 'hour', '2026-11-30 03:00:00+00', 'calls', 'live', 2);
INSERT INTO public.certificate_batches VALUES
	('6e866921-cccb-4de4-b144-52600c58ceea', '\x7b22697373756572223a7b22697373756572223a22676174657761792e6578616d706c65222c22656e7669726f6e6d656e74223a2270726f64756374696f6e222c226d616e6966657374223a7b2276657273696f6e223a312c22736861323536223a2233643738303132363431373732643139326539613061653131373131323531343532306165346632353534626536613665323232643432333433663836313735227d7d2c226973737565645f6174223a22323032362d30312d30325431323a30303a30325a222c227369676e6174757265223a7b226b65795f6964223a22343432613335303563323962222c22616c676f726974686d223a2245643235353139222c227369676e6174757265223a223362623830613532613262306337383665633962353064326238326236653437386134343636303164663633376137643937613031313438656630373661643063316537366239663734623164333533333062356531333030393961366461303431616530643333333533663664646339323935336566346237326435623039227d2c226c6561766573223a22612f6f485a4c577131585535524f754e6e426a794c69416f6761684d435874464754397247776a5166364b3879466b444b784937433147525476646738366742556b6656334a33712f5745764e5a684c323964476b773d3d222c22636c61696d73223a5b7b226261746368223a7b2274797065223a227665696c2f636c61696d2d62617463682f7631222c22636f6d706f6e656e74223a22656467652d67617465776179222c226b65795f6964223a22313265376332373439666638222c227369676e65645f6174223a22323032362d30312d30325431323a30303a30315a222c2273697a65223a312c22726f6f74223a2232643963663863343336663235383566353562616338653037363633366437656263306637366433326138373335383336303331663835633631643434326462222c227369676e6174757265223a223461666237626564623462623733383232306331356238326636636639633437616239656234356337343730663838666635353038333136363838383664396466623838666633353533323133323530366438363365376261336135316361306662653230326363323365323965396463363666626339666363616363323036227d2c226c6561766573223a224c5a7a34784462795746395675736a67646d4e746672775064744d71687a574459444834584748555174733d227d2c7b226261746368223a7b2274797065223a227665696c2f636c61696d2d62617463682f7631222c22636f6d706f6e656e74223a22627269646765222c226b65795f6964223a22303638653731393037313838222c227369676e65645f6174223a22323032362d30312d30325431323a30303a30315a222c2273697a65223a312c22726f6f74223a2233623837396436303534633361643132306337353364306463626135643131613632613939363830646631656666333261656436333330666636656330626262222c227369676e6174757265223a223633353638613436363338393631373336663238653532643339323031623333656536633431373038396638363837656463333463396533373163346234663033633337316531333433636131316131613330396638306535613638653739646438313965376165663431663637633435316533353938653264633331643035227d2c226c6561766573223a224f346564594654447252494d6454304e79365852476d4b706c6f4466487638797274597a442f62734337733d227d2c7b226261746368223a7b2274797065223a227665696c2f636c61696d2d62617463682f7631222c22636f6d706f6e656e74223a2273616e697469736572222c226b65795f6964223a22383437306439386261633666222c227369676e65645f6174223a22323032362d30312d30325431323a30303a30315a222c2273697a65223a312c22726f6f74223a2261306432333661306432353138353437386638653464313835653431306665373165363736663266316533623361393830316336376266333133643766633666222c227369676e6174757265223a226532623533363334316435663234346634356139316563353764616136356431633931356531613331663033663763336462613336346231393038633263323335393264396236363035666630346635633963353434346333356234343432386538343633303432366131306331666663393238323435303739653863333033227d2c226c6561766573223a226f4e49326f4e4a52685565506a6b3059586b45503578356e627938654f7a715941635a37387850582f47383d227d2c7b226261746368223a7b2274797065223a227665696c2f636c61696d2d62617463682f7631222c22636f6d706f6e656e74223a22696e666572656e63652d776f726b6572222c226b65795f6964223a22656332333138343830306236222c227369676e65645f6174223a22323032362d30312d30325431323a30303a30315a222c2273697a65223a312c22726f6f74223a2237626138346231343861633233326636326135346537386565343730313039343938616235646364366538363231666466333362326639666139626262346537222c227369676e6174757265223a223435646237333532623838666233306263666231643266636633396335613233646337613238383136333333623463656339333766393037653566623131346365373331373034396631363433396561616436623435326338343339323830353632623163623935633837656438366430396363646533353537653864643037227d2c226c6561766573223a226536684c464972434d765971564f654f354841516c4a69725863317568694839387a73766e366d37744f633d227d5d7d', '14a2b6c14390adae650edb9721b0d0890b886ebe39765cbd97a57c7ea3450b70', 'a3d4402d-012f-4a1a-b9da-182112c31b69', NULL, '2026-11-30 03:37:51.00331+00', '-infinity');
INSERT INTO public.certificates VALUES
	('req_33333333333333333333333333333333', 'cus_b87a54e77cf202c58a5d74e6aebb715e372b7ea7', NULL, NULL, NULL, '\x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000', '\x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000', NULL, '2026-11-30 03:37:50.999021+00', '2026-11-30 03:37:51.00331+00', '2026-11-30 03:37:51.00331+00', NULL, NULL, '\xca01941eb02cffbfa625ce5db5397d75afe21db51c494ea69508f283b37218e263658c7455dd227490d2534f1915735d62a5003a2f8e94ece81d91df2347224951e9bebb27c97ad0cb1ea105a6d39f3b8d7788097197be5c69a288b3b62f8ab6947a6e57a5ad32e4aad7b400723fa31c014f82fe225de131df3a0a49e32d9b56428f2676794f1dc7b85af28cb10d3a7a8e1cddbaf9677c9e8240869e631f2dfaf1e24a78b5fe67d6e64d9c61afc763aed8b11a774d94bba05a84be8f6f430356d0a4c7621fbd9d4e5d45982e8e17803cfbfb9d6cea1a6a2754308f8829dc117439c00ee3f3f5ec4d6a3f7ea6d612aaac6855ac1b0eb253789e23652bc3b0be6fc61a449c880c1567869642f6448c7506157ce2c085347b920915dd23e1b2b096195da0df31f516a29f037951adad05d9d25e322519d91e9adf4a165eaac44ca721eb6c77f32dbeba8361ff2f4defa40e77cdfd3ed7246e8143ca0da1f0c81205f143dbe72d9c18026a316178aeb3b6958d99b814de1f784dacddf7767de694302442281f98005730cd35bb5674bee2b190799aee14f0f9881605646c9fac719404360f1f6c9898ed6fba8b9b7e1afd50c0729d9f0d8993b84f55d1ff5298c6edef44b8f1977d70b97da342e615aaecaf9ae363b254e63aff85d04f3e5668493e5b2bd390ef121187eb0e880d7361a565319b4e48920a5d177d037e1b55fcfa9aba4084b0cf63ee385a4e2f3c99a2767007039a8742bbf6d79c393b88f42d50cd845ce2aca4fbd470a3f0f42572ec03fabdcf672a814f48dd0bfc345c6dbf4e1a399e88dfca3a5c0df31d12832a740e64991f932bec9f2a23846f64eff476fd497a1952e8c4c7027132000b67a1825c2bc8ed79db097f548e121641796dbd5f7002ec3d25f0e49decd2563eed51e5ebf0e7aae451409f930fa92dce32623bd4ebd92b3cf5d5ed6397b546240bb59e3a33920d70d6e8904f45870e3435a0f38fc0c9cffbac3051e79be048535f8752fdb3e7713ee2defe13d066d6ffc5344c99cabf6e8f4591ec343205e3c93ce1a5202c95fbd266c883591fa3b7510a789ad1e7d627540f9450baaae58c45d27cfe2e47517e6cd506c20910b784ba6c9745c0c6e4fae574f6a326fd75cb3c682a845d348d61128c1469ca73561ccec7172e6bbdad3e4177b4dcf3f3935b989197dfb7ac163cbd0ded447f6457a3ba27a1e6db4bd0e7009e4333d7e4b3e6e8270bcfb89234d87f83e00d22de2a9a7825d99776f39d40e4066a6aaba60f0bfec2f3a77ad7e3ebbfa3f1e7721edb841e30d880fc026744b1f84c31511c0dff7c092eec5c4a2eda3fea41e8943befb125ebea9c51a440bc7a2d4b096ddf0999ad84b289564b2690a720aea763772bb93a2e1b2ac39a52f9b7469d7b9657c866346affb1140016a2db661f3a3f54efe34003ebbec8c26cc6471d36ae283a0afbf3f91db77a1b230126e3696493c339e04cf3acb61853d5f6cd3384158c4ef78f5ced06130dbde910a2973f52ac60090f16035cf681fafadcdd80e472e843f6bf880c0e8f69cf454bb8f0cf7f0f1d2e52a030e376c0e6ee1bac12ba55475eccfaae8572f313044a6634587d4d268c3657a2885f4470f4936792424d81ef8122f1f1aec61efe7c27afcf023fc229a76a191c075b6b333ea9c7de78801f7a036887c7c7dc9a54ff76ef4d38033cd7d464029dfad62115263fbd03b01aae31396b4c0ec43fcc6903a5ee2468972f3b3e6e293b3bc62d6e2654184935e88e5a6d0b9d7b37135748f17614f7a2cda24c5ef55866e71b906a202c7a0de3951e95a049aecd82b53fcb53abdf6b976db76932053869fa95787b38389f869b9ddbdd01ff61ed7ba6d28a0dff43cf56294c52f9027841d8dc6c9841360bc82e56e85c755a90ca5178bcc0e1a1e8d3d917ffd6787b5602c762db5dc09442df3b212f902786abd9011f011afde18811c4476110627b68f16512d90a2a065981bf2c5fc1b0bedb993548b2eb0a9f6c02d510cd8779e396c9bab93a812abc9322c798d0ffbf7b88e5554ebbf95fdbd7f334b247e7a0fd1be44dd9e791d999ffac80f416d1c36ebaa8d0829af70cd5113cc535a3f7ac5c1b4aa87d6df549c102c6484a94cea1f96a67c9afb98cfb35413ca818764ca16ec5d1d844a0ff7c878e7970ca52ece50407713e5f0717f4ab0522771a3329258294558d263a06e5074a6d0c20067373435785bc7af1be55cf7146d6959e92155ac61145e5f16df218663b183d7ed6a370b1270fb6c3a762e77d04591d9d0cd386e464b2b93426e1548af58bf3f7599ed1cdbe30a54d083b67859d044d1140944cb1b8fb47202783eb5a905b32a720f554ef94b48cf68811ba536d3ee74326f453e0dabf2f216e25bb5098d2d84e23995e6153653bc69d4b8bead8e5040e5117174d4c377caab33216ab3511908872195f91cbed7ba6dd683da5de7e9f3c7cb9d4cdc93c976f1f4045ee9489c2375fac495b571ab379830ed377494db132262c9ff35d815df08484b93406475c36f6f14610fe3cb62e96bb7f156824a1d49d018492c2aec28c8221a359e50eaebdbb14a1bf796f1ec87f3c1b8b0ef8890569aae29d7c1eb2b9eacffda3fc4d4d3e8de21ede69ecd3144f83cb84b4717c2837dd733e6f649cc265feccc996c973f6c0281bddbef4ff4b9c2f8becf789ab6c0517b8b7e762fb89cc9d72d60a56b729895a7b96d75eccbea2321a1aaf26cb2ff083438703f61681143901bb1a8964e91d4d0d4482f98287b9247dd0d45699391a4830d4502bc4a6cdaaa9d73af80ee71722228c0711383e286ff92603b47976a6cc188c360107bc08431e0a7df2e3bc9caf4e9f2171b4a906626910ba572702116204583fc667469ce8b2e7a6430338eadf0cf97b2cdb9261f276903c2a59013e84e7f2e82cfbe80b3f990fa69f04e769b240c90b02f2dcc2810415ecc3ca19f4532b1335c9de8396884b83863f9eb4e9615b45ba5024b3281f3b610a207475c8d2c7ccb419ea097796ca5485ce1573d6f9908d516644e4a11a9cf9a72acabbc7ebd436b86caefebd3661929850398d3dcfbb54dddbba34f258e27d85885760b5901231e209d3af9e556aa022cda7b902f87b611c6ed266fa9545cfc7a526f980d6840ee3c149625717035b44776f340b4f1df8f18893b3a9841a7dc5dcefcd8d28e1a00fbbe8ede8d151b2c72078a16a5443fb4ff4cd7017cfe2843fae5fd4ca9c8aabec8f2f050542ca162869353c4b0a12162d707636c1d4f04ae1be56251872f6f0a9033efdb2a9ca1a41402c2a69fcaf2e3de67bb14a5bbca96c660b2df5add2e4a1184a4c74d7de7d23368c23f21bb57cc2ec7705613e1b14cc00f07609ed90c522d3a5eb37af54da4faca14b4d2764b6e5399229894456fcf948b414e2fcb0d38f9c080223ee5f3cc3921cedb49851e3cefa6e39f43196efee7ea593e5d39ff8292e8a57a149dc602cd97dc1a75abbab1d29d19bda3baa5ee974b887c34ab801d4e86de6f077646cee2ac5871926e4f0893090ac1a1ff12c0ffdee6f2c1001252bfb068d9a94b301989a7a76e1a34c233e1e53951e339b6c8c13a13c88525622a45864677c063a3c7bcfeaebed5e239caebb94dd964b1f0b51a9bb37b6b7e3056347612095d95df25741a69d7acfb586a8322135d9487dd6ebc52f17d70764312b4a5bdfff2f80d642e91be2f31018a2f7bfd29e0e43646a8283dec2a705c75391d35d5a9b41f41a629c9db6aadf7f33381676c641375c6b5e5d1ca936f8b6bee978a6934c97ba77b5e5d991b53e0b6045c3d8c8f4f8fedc74ee142df4ffdcb7aa95a3ed94d4f11be8f5c6c9d0b0808ed0f1066344edaf53e57ef11e276d326c70d145dba555e1619b2fcfa603281aaa002bdd625df7a2b34040215905b436636fdd1a1ed99f0948e87cf22371b4b216e41d61521fbd0d44ce668d7c346d910d4f84afc3c63dbfd95333b1b0b6e4b8d2e43dbbf9125fbdf1a150aa644001e03a72eb72036ae16420dbed4b6d1522aebaca686fb0da11fb1900c78d3c66768070102be6ec41e14d365ce280e0e560916f686c0399fdf7117d88140404a65d9c3179687ed427dd0ddd6be04afa43d0480e36e719887078c1fa9b3cabc6ea84cf7ad0c9360f6310d469c387db809d59410880179caf65d3aa85933da7a1b5e6f06bb7a7f3271fa5a755d00e7d474045a07b993a279849cdfe8e32587b6b70fe55a47eb5224aa38da6de3990128d779e7928b3ff77e16cff39640f25d98a41ffe2cadf11036675ffa0078454a1593e340f62b3d2b38feb177a4f96bf98c90f4660d1ff5c0baae115e0291dea080e9a4a8942142a6ae9a962c13b821a532227c06dcabbd1e65be1c2598a521a149838749edb2a2ab63e3ece7521239d3a3bc7df38f31705be60ca22b07139d49697c6b186eabf5d61d04903b39a477be4dc4e839bd94625ca7d5afc6af1f8f99557a569b00c6b1bf7a0130778dfa1f8def1c7856c9310feef4ee798c3f6e07ad97e76614c8413d53b855eb2bc1edae1dbcf4efb78d134ef9c77e966cf4be22e0676e633ec90a30b14df4be2f72f2d1f70ef314456fb06f5ade19267c5e7675505a8cfb53d3b2c76f9a899982af4d149c05f81d9528f680d7d1854c5c6e77d4e271a8aa24ce586fbf523f209cda0fa74c4bed7a249ffbea7616d62b3fd0387723bedc7faf6ebff27a748e1ce964f0c06acfd2daf8b267b7c1b4f25669ad3edafbc9fe43ccb3c58bc8c96ee830f83316743db35af13fbafc70642eec26c3a2ccf8bdc9c70516fd858cbba6443fba7f0218f74ffe9877c83c38f7a9781e86e2189968a8d8dbcb8a67eec9406f8f6c5f9e0a4da47ab9f265a20d6c23f5080f60ae217ab0b22534c2817ba32df6dbf1d9cc383e6b38fbc03f1b033b5b1378d3c424f42f5d937960c860064ef6122d7784161d85be13fcc28df824329c15dda3356e46e729cedf39ef1f77e089c77d86d70c5219c57a5a2372a5d3c4a837b0c23f72d94914e260f45525f2137db2cb7d55af3fd2d9d4a8fedb5f43caf2525478defb18b843838424925c6351eda987a1e2c1774e271b93ab2e1473e6d14261b070616093276c3a04f87c3f5d0d1e001f7d9d04e0eeb276b70fcb0c74130974e745d29b09144eb02a43589edb451973dd7d56193f2803f90c388b1f7f17a37f1336731cb8269b471c45771736f0767b3c87863ee67b49b6e1564884d63ae220c0e6b2325bfcac87f0adba3ff651fd734fa34bd763d3aee9e816f265787f945a5ae084003a224515c9e19261e0059cf4c6ffa066fa5845d5c674fbffe8e80ffb2dfe6c6b8131d17f31c02bb3a81e52e07adebce035ea2b5d07b102800da8a0169fb3b84c2ed77e8e8459106ae6298905eb8c270a850d31812ae7f3c2ff41f10797cdfa477fd2a9e35474919ba7ffbc66b4e917d952a5d9fc54b8a87e22945a0249fc34a51bf58621bb91d5410ef179769c8571cc6fb521c24a0e774061fb4196a768406d4fce39fa702ab27c9cf94eade7e6bcd1e0a51d4583f5728f05b07c1a72a5e719ae0026d9268974a5e83b9fedacc9b5974ae05e09138e6a39d0c00492fc64e7ddde2985c4f2e88e5372230e4078079ac65f1ab3b4576a5c34f0eb2214b27dc1b08a3f47bee86974802f5aa0012fc74b442f7e4b85bcb2a71471304eee79bb248dcf25c47cd723ce71f0a3577965817a7a6452395caca374d384d8995c60440f7f83f969caa6e07bf7ebea7e5bb752e5d42cd8adbd454381e033c4dde9965eea2bf2de8c76c77941a795cd3b70b364cb2d81491c6152925261d56b87ecc73f49872893c2255dde2ebc164227803849c3b4a90fe29fdf9bffbe28fc9301a107a626abeadf272b86721fe2b7109c436e85201df88b99093a787a96ad51e5b1c84e76729c5a544b7d0dcec58634aef70fb10236b37916f407ada7aa3cd88aae95e5c71c3af31258d92c005fb0eac13906cbb623edfbfa43ab5c2965b12c5bd0b09ded05a5c5b14686616685aefb178b52a02c0d8724f42f509aba1c66da73ece49b6d50e137eba2438e49d47ba96590097013b8b3d2b308ef3221c485c245eb2dfab804fc9c236ffdf22a7063734f887682ab03650f29a40eb6c6746c151bdd35a53b29ae59ae8b52448c45c03108cbaaffa85101a033b6cb07b556169b386a9fd5029f4276f85ce1255291b1aa2b794144e89536aea116c1b25c97b07f15d6378ff62d8ebce54889a27be4eea17ba6a65180e14a915b6c4ba8a5c7b52eca8343eb1e3bcf27523b6068a985ca1c73c5719940729ac500ad3cf8ea2fac05e4686f1bc734730306e656cb06307b02672561a4edf8439c06877a3228f9d500c21291fa9bf706b832120295025af4949f49a6b52244386c10845ee3c003a09fe4489426a3d7c35e3c4830507d385057d41977d6e09a3a9b48e182d40c34170d8ae7d674d9aed5ffa710b694c2e7bb0e3b2bbc41329a2fac3e2425e52075fd303fdc74b004020dc6d080689000c39317a3272539d92e2b97dab22553e51fa2f1e279aeeda8debd1feff789ec4ba69a2b78b4c7c35f1384db4082abfcbb41565e3c14f8f0da0f7e727de02e0f6e4ab9851f327e93724f6c8a4ebfe336f684374376753e2fbe0f5bd16c5058cd5f58f05a7e6ebb0e2ccfe1ef560450df31e1a84d7ca0fee37e200887e5cd5f46910f92232bb20487675eabb018ffb4ecba389cb11c744533bb59a1ba8b7237a0ad3b1a3f84fefb1ddaefe3541bb5728980a6ddb266bd03685efb051be2200a8c237193d2c73d4402fef2f50da6e82e6f1b5b8ab3b9b5a09f12a14624b1f7197cfca95ff5fb1f17b91916647ee3bb643f918f0c52b3aa2a343e7cc0cddfe855e118f1957685669f9cee20b279f6098e199b7e6a47ccdb16d3f5c6dfa1b38f3463db2f9296ea6dc17e0badfd4d125b0bbc9130b856203ea8fa48a3cc56b84da5aace71c89881d1cfb49280da936af248ebab6478f70f6c60601fdbef8f0011f0babc12fbd3231f480571329ea8621abe362e203a84b73b02fc25819e0ea2da14f975496b8d4956a3935cf416775d903f17fadf6b34e489933fb92daa8337a1e4aad96bd184903c3e6b833aa0b41f0df8c1b261c46779f62e5ef4052250ddc9370b968fd5fcacdf2192bd8389611df6e868c61eef594803d56286991c8c272444a7ce85bb5d87cde4bc768089090804e5f1723c42cf9751846b1d3f39a07b8a6570e2f0c04fa6164255bf3dffb38d63d504be1755f6835b1e13be23642a3f83fce9dbb33924fa06b1c40330e0097d191274d1ae3d3b25df171049ebb309c2de7e4c4453787232000ac8b22db7b9081507c0b217a8d879f17c7221e5c6f84fa3a3f81ca40b849e0a5b56f08cd349ee48eb5bc186aa8d8ac96c582a73d9468fe82d7af81544d16b38cbdf72d9da95a730e9a1f3693a1e35017f5764e4c3589472aa95d7ab44d071f28dfd9f94cf549e54c263694ba576d30e66bc45de7d28f5834ee62f143b17fb49ecdee920c038cbf2df8cd236e34fdc48d3f29f6dae0aa03bccd74853348fcc880f5e48dbfec744f34d561e8bad360e168cc195bea688f9e36a0909eff6fb4da520e80d452ed175486d2d95bab0a75e106067b9253dcf880b7f8f83a743ed199a8e86f1390f757b98d8d7499efce9836a1f975adcfd85834601fb6a89859c5a116ebc3979646a85e7a8c77e8b4d3582ef741e3c84e3dfc48061dc6a00d5efdea2d16740e0e7d9cd1ace19427ea28a7b403a8a6d60f085e38c50f74d38d6539e2228f0d747e8d1f2248c15bd06283b6ef0d604d7f2aa02139fb89dc4dfb8a18c91dd5fc11d77c7c96b24fa4f870c057e066187f9d3e8e77805fe5039311d2e6c6e241913ecf06ce5e9093e146d85e5ee938c558c4169689f5dfd68d3f6edb1f529b3687b74e31c67a60c45de89c7449e5e1d06ca7d5c9973c31f4a5cc24f5e6a4c2f32f3c9439b79d49133947d35d4ccd4864e526d28005f6913acd3bd4155f963dfd7c9fb15ac2fe3b3878a3477e1d920b902ae1a8d29b716fce7dc32b756032ca3ee2b189848513c48f337855372105b0f7f049f0e319f770e8b09e4d29fe436b265311bbfbeec0be45c140c3351d9943fd1795eac3f392c77f94de52857d2feda9040b938c1c62b6c55cf7da5af6628fc5654b68aafcaa0c5f592547c27e3f73b6f78febaedb366b8da35eb33af109390207b966ef11362eb1bc9eb814d73468c115499fa10354d85e0a0cae4bb274a3b6c5241da16335bcdca0afeda0aacfc7ea706ca1538c7db232610354a200591a29752dd9e6028d00f970f0ce6791163bf4e5c3a135f4b23d9ad0fe22d3fe8ac90ef6c787011dd3b9bdbc5de041a3628a7f26d4b181237fc9a0b0de8513c80b6bc80f63e4847a140a6f287429c214aecc0e6875630302ac077fd0b5b7f8eabae64c3ad24070a7b218b60ab0990e495b105491fdae61fa40cde0f7929d3dadaf767670cacfd78ee2f4cc176cda13a99d0530eeb8b3709e327a2f979b937d098b1e96f332815b12ce2127703ab1fcd65ca34d4f2ce90001777896f28a59000b23cc22f1783cb4913d1a8f00ad5504f07656d57ead97e0916e6cea6ca0c6dc206b4e8c53b14985f1f3cf8efdd5e36fbbb4a1167b7d67e3b401aca780cf005f1f8a168d0d46a398c9d5503e7472c8f6b74b6a988864af62ce12f90d3af547aec30f52e63203b56fc5cd12b2470861a34ff3eed856df6d0eeaf9faa16573ee5222b464939d4d5560c50d5c12c7397581ab0fe5bf86f63afbd6502a03e4e77f094a950830c37d6ddd08c86792fe33bda46566e4e5b88de5c042cf078a283f374b1646251dc6202398780990a360a514c1b8021c07ae1fb0b09074d0b56b281cfe7b0903caa2ab3b5e95eb41024e983d7fc863ca22093b6d3181d23837dd97c1509ea3c7cd466f62f2fddea27ffcf28534f18e869c00911ddf144af41ee4984abd8a8f1591123dadf170ba316d274dd2c561ee1832b8922b58134442361bb6875edadb7c6ac16ad8bf9f7ed67519576ba6d07c9f637df333c87234ec98f698bc104fc316811e3874fa9cd34af1793d8316be211ade510d30612d9a7e735da3b3625915bbc83ffe3f489d59b4e69aadc2466b68019ea22a9cdc55ce6fd1cc3b7622f6a417bef064330eb47f54dac341fb20e5372d944caffe268162046bfc8ed0b54dbf275403a0962fb0700f2d6eb3e130ed6b2278684b150dadba44db8555f34e88dd423c4b7069a5be09b63d2b88638daf4744563fff39781fe5c0dfc690a926f701b3b2f69d00a3a67aef433e940b33dd037912c7bbeabb2dc674975839e387bac75ba88a2d534cf05ade94175bf49e3ab15fb45af4fa74692ef9d3453806b795315daa44ae16c62176e2ba8d5f0023a65355c76c67226e5854f9672c84cd44991a6900a6acb37e145002f103f1665cbe3b7302f6eb9ca91dcd4f948da51c5028dbb5c6657eba0af0fce5ef3977148775b41520b1f9055f45a3ecab2e8625c10b90eefa49a6018f545b56de3b6fef5b7c564f705a757a14c12210fa3b26b8782b3373ae3d60fa0d4d1ebe9a39842a15a548270c45c412b84b562d3067df97170447e04a53b1c798931204a4ddbdd3e2a5187aca519eea17abfde8c17db7a9f56ebe8f3f70abe0ff55a723fdbab3f560a59eed584bd3d495fe884e5324ecef4cad37bf916daf4461ff7037de058826dbd93b26114f72643b1d633843e23c68687bddc2f8a7bf8ebf61779e849750941d41b641e85b00decc0436b11ae84728453808bdb90a64531334b5c575c0ae12782d45d535e0f4077647da3cdd8c8a392c1b9e6a82acf297fb917945c82cc3073a12ddbb2d798a82042bba0bba6ef30871b0d1ed0d47c8d8cfdc33b8007f37bb0a5cecbc2dc6b5f5db7ec4d45323a6f0dc4dbe3abc8d282e78230df5b609165837ac362353e431264958a1f47cadea9ccd367c7869ca2a94702137f0bf9f601b1544c7852ed6f905654078fa1b9cb488d1f4f34461c6aa74d188a0fc24a769bb4bc86297a25e85916f4da0474a5170bbe82d6b3ce6085367aa3133f9f36cfd86ecd0915f366c556c646385eeab5a4d7e60dcb98b9f7701490ac9fa0ee31229ae2bae2dcfa8c6ac898ee1e3eb1ae24353c6d72a34ee27a701a27ede1199fc10cdfa2f2a0ee7e8c2b951bbbadc9146abfb21d774ed8a39357889ad9c9505fe19fbd4910c7a6e1845b6f7511692351ccbd12d3f58ea97392aa481ba4b4e8504540ad530fb1552a35ec0eae1f587d8711758fa4eb334275a94ee946522c5e8397bf3782e767ff5ab0ab75a00bd42e731bcd7a8f59b1ac60a3744867924a6a255c4d6dfd3d48e1aaf39929acb294a562521a5600b5b765fe7912561080fdb8e7ac4dd4a2a48a933ff261e2f254593e071f038750b565cde33df50fc62a1627a77e1c370ff5a6c9ef7797e69a895c6c8e4797f7d049b527fd335b5cc096ca992a0a3f80d7545f90338bed2cbe9cf7aaeca46c2555e8e2e86d13a95e05503c869804745ad045df74deb64dd92632ee2c65af8895f9e02cf9cd8cbec37ac0942e00be0a343b52c7d84cbd5d2e96af6e1a8befb118afea888f8dc1a94f2ce43dd71da112b12bb45d4b509b8e8dde6f42b18e2d35a36e7692275c42a084dab8ec08289067a0e364150bb9d83adbb23621b12b18b3837eac89f45d75f24bb9d9bf3be9138703b7e9273435d31927eaa46927240606dec51b5cfa11c08aa66cc8e4934075bfa7ddb5c37eec933fb9766f86b8be7f53eb7de8fc915e89e439fe5517991a03a2ae81fd25593429d1faafdf0e12486146c32e5847fe367564b786017d99766aa96730c8672c6f940c515dde83cccdcb756ced498ef4c81f685f3e274ab4cb7b8c15a47395b94e467ecd99bddfad5505b48dbfb622a1cb185362de5ab693fc7456806ea078e9f7f20151ba6d90dd2675d43e27bfe3f0f049588e79d1f48c13b7a8ab80f109fb2a9e4ac371789ed9010f73cf4950a19de52a02a4907a8ebd7b11a33c992bb8eea6a5e310a97b5c0df74b809e878b47995acfa0eca8ff5de16d73f008022471011873c84de81756982a8636e41e0d9c28f7eea38d616a4804a6d65b5fb39c6b8278fbabbb71264f430be5716536fd2c57c42788e350a8a1df0d52e6e886c5dd78b44b057b6ddfc19514772b1e542137ceee62f7cfe260760b701db781c89a4bcedf44f2e40ebd948e179525b8017d72922c00021e9bcef9dc8fc3a28f7a9ba0c0d449b645a77e3ae6b48a7c7e2aacca924cb20bb39cc0c88eb6ef2cfb7d67eec0906cdacc456f0a8a089c1baa22ae7e1e336eb82a1155c89ee551ad2bdc757698488c35ca01689bbb9380b76cd3b637b592b6b9ad9291f62dce232e10c2ca66535c07897536c7bdd8b4e97fefb66ad47b005876eac24ef02f171a9ae347063293adb9818f916aaf1c52a6e8cc9925257113518c3cbaff7316a9c0289ff5286d99fda01d1af59c6327c7aa0af083fd6ca9c595f192204ce8c5d949004462d7cfa9c50f0ac6f4d2c7eccb8bca3a24244051fc77986b433ea206f223c399449b446f1da4eb7de7dc6378400e703f26981333edf2b28bb804b8d605b687ab53e2fd84ab57598c81e12532e662f91fac55c348add7724d36f7398b3d09101cdf39f54e12e85d79f9b417ab16b98fb22da90be6c', '6e866921-cccb-4de4-b144-52600c58ceea', '{0,0,0,0,0}');
INSERT INTO public.compliance_inputs VALUES
	('cus_b87a54e77cf202c58a5d74e6aebb715e372b7ea7', 'record/triage', 1, '\x2747914d81912e544fce95eb0bf49cbe6c18aba91449a803508ed2d4658cc5159ab4ac3381181bce79b0ab13f9b3c416ef12', '2026-11-30 03:37:50.628+00');
INSERT INTO public.contacts VALUES
	('con_a08ea93de5ff30ef91ad607b4f1ae7cb', '\xdbc7d0aa43af0b7f583ae6d3f64d36e981bea91094710a51edc38b80dfd74af5d7fcffa02cd5f15796c69831fff7042b193cea8c2976eb06e1cbd9cce6c54a77fcf81b8a7a26e901a2e5a2ec02c144e3368ff6f82a9364e8d98f81a4bd8351', '2026-11-30 03:37:50.600267+00');
INSERT INTO public.customer_passwords VALUES
	('cus_b87a54e77cf202c58a5d74e6aebb715e372b7ea7', 'scrypt', '2026-11-30 03:37:51.005157+00'),
	('cus_ac69f3c7a08f9fbaaf584276b9ba64b8a5515c04', 'scrypt', '2026-11-30 03:37:51.005157+00');
INSERT INTO public.customers VALUES
	('cus_b87a54e77cf202c58a5d74e6aebb715e372b7ea7', 'org_84c8ab20c52f52ed9d195da747afa368', '\xca3edff896892b83496be8cb4944e67c273d94c2a6c98a51dabde2913b1cc4f5', '\x2eba72d48d357e91f9ae0b13230a589a6a8e3dc01e043bafe3542aa5cc12738d', 1, '\xe5f53486c317a0b07fe0e0fe194b89ee4de4b0ac39184c217be63e01f5dccfa553c5c59f34ffd52367725d56a712d435a096db5b6c656df4', '\x5885797c59a291c78954fe096738285192af2fbd977fd8d1aede986c9757b11b467687870714620b99ad2d8779922a', 'pro', true, NULL, '2026-11-30 03:37:50.087959+00', '\x40d124812dabd03d27a1e6e78d1960582f230abd3223678683cb8787ec62322a9a3baf4c7e8d45eb33493a22031ac506dc6b33df39b673c73314f56c'),
	('cus_ac69f3c7a08f9fbaaf584276b9ba64b8a5515c04', 'org_9bc74d86d10ce9c4b67de7f8fc2b2f2a', '\x6d46b564a6b15b1e9be1003f93f84d27054dc0d37a5b75af3a1d02b3fce55d50', '\x5900c1061dd70cf73c1a4b32d7023b193d203c732fa48eb66f702c84efd32622', 1, '\x3ee5650cb5ae5d6e82b9ba0a067171de94ae6ea2761646fe0df31b2d6790fac67d4345a8cca1eba442f30c800b49', NULL, 'free', false, NULL, '2026-11-30 03:37:50.824785+00', '\xedcf2bf6dc725d164f704793d063957f0fe717499284df60e278225f4ecc9d105b5ebbef7b7e99f926639f1ca55d7ec2f1269c233601fd55a7e05ff2');
INSERT INTO public.email_tombstones VALUES
	('\xb0a55391fe696b4aa964e43ae4ebdc837e5742fb0dfddf17989fcd0f3085a492', '2026-11-01', 3, 0);
INSERT INTO public.entity_lists VALUES
	('lst_a5378ea5ae1b7e7c72bcbca678f00c51', 'cus_b87a54e77cf202c58a5d74e6aebb715e372b7ea7', 1, 'deny', 1, 'sanitiser-sealing-test', '\x4793b078077a67b5064d950f389d868edf6c885909b90687db21fa0fcd0b2c23f540b248020541504c60d05f0a9e1457433115a9c98c1c017fa142c2831fdb139aae69aff0e02a16f4e78d8bab5825f9588b05b644b9e4a70363ae6347804b034fe0725b80', '2026-11-30 03:37:50.793+00', '2026-11-30 03:37:50.793+00');
INSERT INTO public.event_outbox VALUES
	('a3d4402d-012f-4a1a-b9da-182112c31b69', '{"actor": "system", "scope": "0000000000000000000000000000000000000000000000000000000000000000", "payload": {}, "event_id": "a3d4402d-012f-4a1a-b9da-182112c31b69", "event_type": "PROXY_INFERENCE_SUBMITTED", "occurred_at": "2026-01-01T00:00:00.000Z"}', '2026-11-30 03:37:51.003965+00', NULL, '2026-11-30 03:37:56.00331+00'),
	('ccf587ce-29a1-4892-826f-fc3e69969987', '{"event_type": "KEY_ISSUED"}', '2026-11-30 03:37:51.007439+00', NULL, 'infinity');
INSERT INTO public.isolation_reports VALUES
	('bridge', '2026-11-30 03:37:51.005157+00', '{"open": []}');
INSERT INTO public.job_outbox VALUES
	('job_drafted', 'sealed', 1, 'infinity', '2026-12-01 03:37:51.005157+00');
INSERT INTO public.jobs VALUES
	('job_d13075d3aad26d9ed610aaf2a78e0276', 'cus_b87a54e77cf202c58a5d74e6aebb715e372b7ea7', 'cki731W7', 'req_5ab93d18c868c731f5f6584b35303f10', 'completed', '{"left": {"sent": {"missed": 0, "findings": []}, "unsent": {"missed": 0, "findings": []}}, "actor": "token:6a87499eebbac68617673349b2d323e5a7974f5f71745fff8b5160ecf6243b40", "scope": "592176f011b4a4cb8face5abd1b1b0dd264a110bef3f072d9bae47c53c658b6d", "layers": ["patterns", "names"], "relink": true, "subject": "250531fcd763565831e660210a02ecf3efaa14e00b4461ac276ed323f285d378", "credential": "managed", "redactions": {"EMAIL": 1, "PERSON": 1}, "fields_sent": 1, "received_at": "2026-11-30T03:37:50.255Z", "job_request_id": "jrq_ae6f1ef3435ab6294cf481f53024d09d", "fields_sanitised": 1, "token_request_id": "tok_274ba50dafbc488eba11bbe54bb48dc0"}', NULL, '\xfc995b82b278114c629903d0e7695e23a7c19764cb9f7330684448f63fda801fac9356f4dbf68b8747ace30f1f78b87a55e4c1e63d46cdec870a81299fc1ca0c353b6d83d53e36d5c9eb03d6f2e55b9ec96c94979a09a0f0c0ec8ea692f6deca30196eaf4da97d0e0fe534dd77d11ff14eeba7c336c3fd17de6cad081a720f75ad0075b313dbc96c8377ce0cc783ab41eb09fe01fa157c16aebfdd1f9220bef6a9c60b422d0577d735b0656902344be02cf23372a127850a1560d84bfecde51f2335d73737d5d5827a284d923a906f0ff58a438d888dc1c2ffb8aa60f6e10b5ebabfb0592f735b02747624ce400fd2ec9fe2815cdc47d45f12548226e32bd95922352ffef520f5aa407bc2af8f8785bcade2854a8d4b11e1f743c6171910762fd82d29814d8efd314b374d8098576d06063e522532f95e9886f6149d867817c448ea71af31c764372b356d3bb8962a6fb5a71fff607c04d6c6d9dc119ea572ca1c86a0b47c7e1bbba49042688d80b76bec2139d5cfe325bda6f70da5f987aad2b55eea8b9abb9f58faaa342da2c009d3230329d7c3775750f068d143f11e3a0cf22cef6b93993c46fd2deadcb16ac99b410ab554fd451bd27e55a925ca8994968239f1d1af16ba1afdfa83d2227eb7833f9a3f45467ae179e702a88cec15436e8076c8079eff15e67493c47b0e123d70d5621f78304a8d0fc28a5d86b4a588ca90d3c84094cb8ecf4f9f24bbbf8ee206d611d4832849208ee5e9e34cdec8d72c9108af250be66024f168b76e085d53ac627c655d7a4f2cbb29a17aec41c5191dc862937f9f3bdb31e18de0abc07797cc14e0d02b0bdb96f0057b8c9e6e74d8306f008960496d78049bd4fb277c81f6ae8cdb9dc28492f9878a0156d8befd5b22cf4914d0f7599376dc7cc6a1f681b37151939e16915e15b7a3d59a9ec3a25a036351ec00d85b965bc0e384872c3f11b7727f65f0f1e02e5dd23078fa7c964ebe849a18f51990fbfa384240f162d2c76d76acbc941cb0f7456e369bb65f8aecbfbf9579e537ecca19ecc75c0d11480adc15b61fd7e247bda88b2cfaed53b915454862e4201f82c0df72cb2ab461bfad95f6b4516f98ca956d69aedde1cb75526375698bb96adf85bf64c0976cdb6789acb979ae544298fc4daf2b870fdea976f5b28cb03ed76a7e10f4ebb3a0748def4cabbca5848b00afb1d314836960e6c56b44e9de8e58c3f9997e3708df6d13f12373e5d014cccdea95cd98fbf5721bb9edc527c2ee49ec0a44833be1e54ac15c301298d067e2f42511cee900882c9f66895a3ea370428b79fd4bef17d597dacf7730065b6208054b21206bd6c104c26c5973401ced6c66b9c79b09cca80d6dba4d607848276f402fa46843742827d6c0c2ff484cb5866c1d1df7e11f8ca26e21f80bb1c6ac232602b4d6771b16e357fe9643a93a275dcbbe35db0e314a012fb810ff59e94200cc3a64000496263b06ee6080b3838faf8525855853cbc7103ed2445a3b21620ca097f44d6991e6c26154e97669ff28e1f1705d3f8653c86d0a85848dcac7ac4cc7970baf64d02f58aa878f33ac698de095d465a5f3a03ca05eb95962e99b471c21a468a8f3f00d25557d5c7929d1ebd6fc40045fac445d0d501d5a6d76333732e8281bda9ebd431e892940a0c78148b26ab6934d266da1cabd9e86e9a9e96f10db418f419b596f4833eefeb5b8133a7b664808b44c2a1741fe567523b158e4fe2c97b6b896ec53cee61a6b9a4ff9e93717c4d2dac381793022257e30fd80dd09b991a0b4d8c930709f5748104b32f3bd820064f2b7fb88891ff7e555997a19e891afdce31be6e7c20462d5be5053c5082013976de72a684d3cffe43459f50cefab9df34199d43bdd4e5281ed52400e5d871f148b736bac8c915a0cf10637f1e7f6aa0b3eb33c1a1e721bd845f72823168151fa94d7cd0b646d8a04d5c244ac9367a3cc2d525cf0574f8bfbebe4234a14182f50cd8519a278502e58d4fb7bdac079b9a562dd6ac3e2d65de2f2663a8c61b40e8008a685b8832837bb8e472b4662122d938dece90907fce9730d9c71b08b7ea01f5ed65b9579ded489b561e6fd3332064eafe5361713a6151c8e4d3bcb9012192a1ffd475c478834cc3c0c1e39e112450c854f20653fc28d57e3f06f48e4329a3615281c47b9126a6d122275216c6a2a05890185074b9ccdbce7863ab334f68229752b5c618839079c824427845abc77c0c72d221409e2ee6d2b9929a1f341f339c82ff7c2e505f774448637fb5e1bb750d9a22bb7a4adf2be71ecc3ddcce4076e99799fc474ed859672026514d7402885f76594364672014988b91037110bbe726d62a77d8733902b5acaeb13c887e0e2635be8942345c14f4c89bbc9e19fa461b14cc2bdbd5b9f3a56e4a38dbd2f0d6770a15db127cf8736d960927086c018c3220c6fa225ccd419aba6760f0f4ed409af2e27a938437a338f95eee12cf19803edc50bfc7df2dd08d620cf3a8857fbb2bbd46273e103e23d618022308a7f0349ee22535ac1a043e1a58b1a40033e6f2b3e3ee59d9f8392e748a5e06368f19c525902cbcb47d92cd5cc42cc72fbb7455383c1df07eb6724146c4b85141d49e4d67dcb10ce05a873fa6bcba06757dfda4cc64e07948fbd7652aac1641e4d6547d11cb9e55b9fe2b1fa32c536ee17a49a0d3e30d1c36e59ee0547a1a70590868d5bf15abdfc3d4f8933b6ffac4d4696bb105e7f7deab4fa8307f7935562e3640b2994b3bfd97e3374e6533ef4d1567f02515b59c8a41748c04f69f6fae826acea1d3b6728b95192349e41a1468d3354c40538b1b55cf4159c3291d79312b1e3e6d373c3c6e19f641c913a7b2181ee704a3240caa43ca9919c8cf1b1241b9da9705a9794d2a5336bdd5180a86e9f27a832b360a9d935c807b104d49bf72a8e55008bf60ac4354729fec000cc8547f0e1de7de256b37e3231068f68a0e01a3ce9f78efc23c05b42bdb08c813b9fdfb4b09b630f446aa5026974138cc738f9e61dd3e16b026e849697e4fcae2d07cc61a389579515ff2550caca56cc59afe3bcab8eac729fdc9928c3a1bc76b599f7e9eaec916e6032fe2816c87dcdb3b13667bda4b721bdbc6fbbc132e378305e24883bdd453921173ccd72193fd829049434971808acfaafe24205bde18873c38079782021985c4e4a3095048d291394004379ac34c5b41f04fb7da5851d3b00f62788069e909f94c6d453e483c5e339a8a537d9e04b2dd6f4ffff2a718a832c552638bb1124456b181bab4d039e35ca7afd069f862bef0c86342626da84fc2b315f877775f6879a897f172edd2a1c49a8b3c5e484890ec1835848d4a8b10a955eb10e15a0f51a1420c5be375183f8ff1b173037a04bcf67437ec9199f767c13821be0e19d46be18f04fac51309e0016a1ec32d7572c', false, NULL, NULL, '2026-11-30 03:37:50.362029+00', '2026-11-30 03:42:51+00', '2026-11-30 03:37:50.5303+00', NULL, '\xd79e2d8f9fe4a4fd27abdada9ca33234e5910e7161df0f38da6ffd2deb42a967', NULL, NULL, 'standard', '2026-11-01'),
	('job_drafted', 'cus_ac69f3c7a08f9fbaaf584276b9ba64b8a5515c04', 'key', 'req_drafted', 'admitted', '{}', NULL, NULL, false, NULL, NULL, '2026-11-30 03:37:51.005157+00', '2026-12-01 03:37:51.005157+00', NULL, NULL, NULL, NULL, '\x626f78', NULL, NULL);
INSERT INTO public.key_manifests VALUES
	('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 1, '{}');
INSERT INTO public.members VALUES
	('mem_1', 'cus_ac69f3c7a08f9fbaaf584276b9ba64b8a5515c04', '\x686d6163', 1, '\x626f78', 'owner', '2026-11-30 03:37:51.005157+00', '2026-11-30 03:37:51.005157+00');
INSERT INTO public.organisations VALUES
	('org_84c8ab20c52f52ed9d195da747afa368', '\xc4218a8f8e09e4cc21c3ca5829507133cb383d43a0a6e7f68bc124bd508ea19a9c650cb13462120e8e86fd18b457112067f18413fc8f888dcc7f8bc6', '2026-11-30 03:37:50.087959+00'),
	('org_9bc74d86d10ce9c4b67de7f8fc2b2f2a', '\x8d966ab55fed7a75b6ccc953040445b52ee275528ea3ed8f61e04f1bc569822d5306e70bca6cd0a0344dd7052194e64cbe89165f098f2ec71e9c8742', '2026-11-30 03:37:50.824785+00');
INSERT INTO public.provider_keys VALUES
	('pk_d400f929b57d0be968dfc8daba60a2cf', 'cus_ac69f3c7a08f9fbaaf584276b9ba64b8a5515c04', 'anthropic', 'inference-worker-sealing-test', '\xa8349748d3ff13d0413f9d366516ae662c8ea33799d03fcc9471e19ad960ad2d158b7a4232a721fe1fc466049e53c2277de50f1a5bacb9606aa086ca80', '2026-11-30 03:37:50.824785+00');
INSERT INTO public.registration_envelopes VALUES
	('cus_ac69f3c7a08f9fbaaf584276b9ba64b8a5515c04', 'provider_key', 'wEynNUxv', 'pk_d400f929b57d0be968dfc8daba60a2cf', '\xd0e67e08a23668cd41b0b20f004133d40a433e451c0f66aa7ae288d6f5746dd96e5377754d1a8f3026ab7b7bc2d642338342075084c1e497ed64061f3e8b0c650bd69990de16f7af31642208c908923f4fda96234738a5ca72', NULL, NULL),
	('cus_ac69f3c7a08f9fbaaf584276b9ba64b8a5515c04', 'replay_window', 'wEynNUxv', NULL, '\xc3803372d6507f7bb8d1904ee1eb64a77836294822a14b1ecab27bfbc7ea0d5865709a90c6050b999dd5a853ca8835285ef48aa7f523853943a04f61f76d88904a5669135985ac44dc6a2982fc2cabf460e380f77c934845b2', 3, '2026-11-30 03:47:50.821+00');
INSERT INTO public.release_facts VALUES
	('0.1.0', '{"detectors": 2}', '2026-11-30 03:37:51.005157+00');
INSERT INTO public.seen_checkpoint VALUES
	(true, 7, 'checkpoint');
INSERT INTO public.sessions VALUES
	('\x976c42d4f0e86b6808261f5f9dfc953bc1070c3c021f5e281e425132e22f1d6b', 1, 'cus_b87a54e77cf202c58a5d74e6aebb715e372b7ea7', 'cki731W7', '2026-11-30 03:37:50.841+00', '2026-11-30 04:37:50.841+00', NULL);
INSERT INTO public.subject_requests VALUES
	('dsr_355897e7f709c1985a9819641c88b08d', 'cus_b87a54e77cf202c58a5d74e6aebb715e372b7ea7', 'access', 'value', 'pending', NULL, NULL, '2026-11-30 03:37:50.65+00', '2026-11-30 03:37:50.65+00', '2026-12-30 03:37:50.65+00', NULL, 'ada89d535853e168a835ae48cea6639ee5467ac0e026762b22ec73682cf0eee9', '\x3c84cec64a6ad74927c8a91673076215b35b1dd007c36ddf7090b20c156189b02413f13ebb801272526c636eeea33641ad');
INSERT INTO public.sweeps VALUES
	('jobs', '30 days', 3, '2026-11-30 03:37:51.005157+00');
INSERT INTO public.usage_monthly VALUES
	('cus_b87a54e77cf202c58a5d74e6aebb715e372b7ea7', '2026-11-01', 'standard', 1);
INSERT INTO public.usage_of_deleted VALUES
	('2026-11-01', 'standard', 3);
ALTER TABLE ONLY migrations.applied
    ADD CONSTRAINT applied_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.activities
    ADD CONSTRAINT activities_pkey PRIMARY KEY (customer_id, activity_id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (key_id);
ALTER TABLE ONLY public.call_tallies
    ADD CONSTRAINT call_tallies_pkey PRIMARY KEY (customer_id, span, since, activity_id, kind, name);
ALTER TABLE ONLY public.certificate_batches
    ADD CONSTRAINT certificate_batches_pkey PRIMARY KEY (batch_id);
ALTER TABLE ONLY public.certificates
    ADD CONSTRAINT certificates_pkey PRIMARY KEY (request_id);
ALTER TABLE ONLY public.compliance_inputs
    ADD CONSTRAINT compliance_inputs_pkey PRIMARY KEY (customer_id, topic, version);
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_pkey PRIMARY KEY (contact_id);
ALTER TABLE ONLY public.customer_passwords
    ADD CONSTRAINT customer_passwords_pkey PRIMARY KEY (customer_id);
ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_email_lookup_key UNIQUE (email_lookup);
ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (customer_id);
ALTER TABLE ONLY public.email_tombstones
    ADD CONSTRAINT email_tombstones_pkey PRIMARY KEY (email_hmac, month);
ALTER TABLE ONLY public.entity_lists
    ADD CONSTRAINT entity_lists_pkey PRIMARY KEY (list_id);
ALTER TABLE ONLY public.event_outbox
    ADD CONSTRAINT event_outbox_pkey PRIMARY KEY (event_id);
ALTER TABLE ONLY public.isolation_reports
    ADD CONSTRAINT isolation_reports_pkey PRIMARY KEY (probe);
ALTER TABLE ONLY public.job_outbox
    ADD CONSTRAINT job_outbox_pkey PRIMARY KEY (job_id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (job_id);
ALTER TABLE ONLY public.key_manifests
    ADD CONSTRAINT key_manifests_pkey PRIMARY KEY (sha256);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_person_hmac_key UNIQUE (person_hmac);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_pkey PRIMARY KEY (member_id);
ALTER TABLE ONLY public.organisations
    ADD CONSTRAINT organisations_pkey PRIMARY KEY (org_id);
ALTER TABLE ONLY public.provider_keys
    ADD CONSTRAINT provider_keys_customer_id_key UNIQUE (customer_id);
ALTER TABLE ONLY public.provider_keys
    ADD CONSTRAINT provider_keys_pkey PRIMARY KEY (record_id);
ALTER TABLE ONLY public.registration_envelopes
    ADD CONSTRAINT registration_envelopes_pkey PRIMARY KEY (customer_id, kind);
ALTER TABLE ONLY public.release_facts
    ADD CONSTRAINT release_facts_pkey PRIMARY KEY (release);
ALTER TABLE ONLY public.seen_checkpoint
    ADD CONSTRAINT seen_checkpoint_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (session_hmac);
ALTER TABLE ONLY public.subject_requests
    ADD CONSTRAINT subject_requests_pkey PRIMARY KEY (request_id);
ALTER TABLE ONLY public.sweeps
    ADD CONSTRAINT sweeps_pkey PRIMARY KEY (rule);
ALTER TABLE ONLY public.usage_monthly
    ADD CONSTRAINT usage_monthly_pkey PRIMARY KEY (customer_id, month, class);
ALTER TABLE ONLY public.usage_of_deleted
    ADD CONSTRAINT usage_of_deleted_pkey PRIMARY KEY (month, class);
CREATE INDEX api_keys_customer ON public.api_keys USING btree (customer_id);
CREATE INDEX api_keys_expiring ON public.api_keys USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX api_keys_revoked ON public.api_keys USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX call_tallies_since ON public.call_tallies USING btree (span, since);
CREATE INDEX certificate_batches_created ON public.certificate_batches USING btree (created_at);
CREATE INDEX certificate_batches_without_evidence ON public.certificate_batches USING btree (created_at) WHERE (evidence IS NULL);
CREATE INDEX certificates_decided ON public.certificates USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX certificates_of_customer_by_time ON public.certificates USING btree (customer_id, created_at, request_id);
CREATE INDEX certificates_pending ON public.certificates USING btree (created_at) WHERE (pending IS NOT NULL);
CREATE INDEX certificates_waiting ON public.certificates USING btree (created_at) WHERE ((record IS NOT NULL) AND (batch_id IS NULL));
CREATE INDEX certificates_with_openings ON public.certificates USING btree (created_at) WHERE (openings IS NOT NULL);
CREATE INDEX certificates_without_evidence ON public.certificates USING btree (decided_at) WHERE ((certificate IS NOT NULL) AND (evidence IS NULL));
CREATE INDEX contacts_created ON public.contacts USING btree (created_at, contact_id);
CREATE INDEX customer_passwords_set ON public.customer_passwords USING btree (set_at, customer_id);
CREATE INDEX customers_created ON public.customers USING btree (created_at, customer_id);
CREATE INDEX customers_org ON public.customers USING btree (org_id);
CREATE INDEX entity_lists_customer ON public.entity_lists USING btree (customer_id);
CREATE INDEX event_outbox_waiting ON public.event_outbox USING btree (created_at) WHERE (refused_at IS NULL);
CREATE INDEX jobs_customer_key ON public.jobs USING btree (customer_id, key_id);
CREATE INDEX jobs_gone ON public.jobs USING btree (deadline_at) WHERE (state = 'gone'::text);
CREATE UNIQUE INDEX jobs_idempotency ON public.jobs USING btree (customer_id, idempotency_lookup) WHERE (idempotency_lookup IS NOT NULL);
CREATE INDEX jobs_unfinished ON public.jobs USING btree (deadline_at) WHERE (state = 'admitted'::text);
CREATE INDEX jobs_waiting ON public.jobs USING btree (customer_id, created_at, job_id, deadline_at) WHERE (state = 'admitted'::text);
CREATE INDEX members_customer ON public.members USING btree (customer_id);
CREATE INDEX organisations_created ON public.organisations USING btree (created_at, org_id);
CREATE INDEX registration_envelopes_expiry ON public.registration_envelopes USING btree (expires_at);
CREATE INDEX registration_envelopes_key ON public.registration_envelopes USING btree (key_id);
CREATE INDEX registration_envelopes_provider_key ON public.registration_envelopes USING btree (provider_record_id);
CREATE INDEX sessions_customer ON public.sessions USING btree (customer_id);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_key ON public.sessions USING btree (key_id);
CREATE INDEX sessions_member ON public.sessions USING btree (member_id);
CREATE INDEX subject_requests_customer ON public.subject_requests USING btree (customer_id, received_at);
CREATE INDEX subject_requests_ended ON public.subject_requests USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX usage_monthly_month ON public.usage_monthly USING btree (month);
CREATE TRIGGER end_subject_requests BEFORE DELETE ON public.customers FOR EACH ROW EXECUTE FUNCTION public.end_subject_requests();
ALTER TABLE ONLY public.activities
    ADD CONSTRAINT activities_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.call_tallies
    ADD CONSTRAINT call_tallies_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.certificates
    ADD CONSTRAINT certificates_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.compliance_inputs
    ADD CONSTRAINT compliance_inputs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.customer_passwords
    ADD CONSTRAINT customer_passwords_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organisations(org_id);
ALTER TABLE ONLY public.entity_lists
    ADD CONSTRAINT entity_lists_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.job_outbox
    ADD CONSTRAINT job_outbox_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(job_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.provider_keys
    ADD CONSTRAINT provider_keys_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.registration_envelopes
    ADD CONSTRAINT registration_envelopes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.registration_envelopes
    ADD CONSTRAINT registration_envelopes_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_keys(key_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.registration_envelopes
    ADD CONSTRAINT registration_envelopes_provider_record_id_fkey FOREIGN KEY (provider_record_id) REFERENCES public.provider_keys(record_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_keys(key_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.members(member_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.subject_requests
    ADD CONSTRAINT subject_requests_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE SET NULL;
ALTER TABLE ONLY public.usage_monthly
    ADD CONSTRAINT usage_monthly_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(customer_id) ON DELETE CASCADE;
REVOKE USAGE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO gateway_app;
REVOKE ALL ON FUNCTION public.delete_customer(customer text, tombstone bytea, event jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.delete_customer(customer text, tombstone bytea, event jsonb) TO gateway_app;
REVOKE ALL ON FUNCTION public.end_subject_requests() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.keep_subject_key(customer text, sealed bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.keep_subject_key(customer text, sealed bytea) TO gateway_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.activities TO gateway_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.api_keys TO gateway_app;
GRANT UPDATE(key_hmac) ON TABLE public.api_keys TO gateway_app;
GRANT UPDATE(pepper_version) ON TABLE public.api_keys TO gateway_app;
GRANT UPDATE(last_used_at) ON TABLE public.api_keys TO gateway_app;
GRANT UPDATE(revoked_at) ON TABLE public.api_keys TO gateway_app;
GRANT UPDATE(entity_policy) ON TABLE public.api_keys TO gateway_app;
GRANT UPDATE(expires_at) ON TABLE public.api_keys TO gateway_app;
GRANT UPDATE(call_policy) ON TABLE public.api_keys TO gateway_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.call_tallies TO gateway_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.certificate_batches TO gateway_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.certificates TO gateway_app;
GRANT SELECT,INSERT ON TABLE public.compliance_inputs TO gateway_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.contacts TO gateway_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.customer_passwords TO gateway_app;
GRANT UPDATE(hash) ON TABLE public.customer_passwords TO gateway_app;
GRANT UPDATE(set_at) ON TABLE public.customer_passwords TO gateway_app;
GRANT SELECT,INSERT ON TABLE public.customers TO gateway_app;
GRANT UPDATE(org_id) ON TABLE public.customers TO gateway_app;
GRANT UPDATE(email_sealed) ON TABLE public.customers TO gateway_app;
GRANT UPDATE(company_sealed) ON TABLE public.customers TO gateway_app;
GRANT UPDATE(tier) ON TABLE public.customers TO gateway_app;
GRANT UPDATE(managed_ai) ON TABLE public.customers TO gateway_app;
GRANT UPDATE(licence_expires_at) ON TABLE public.customers TO gateway_app;
GRANT SELECT,DELETE ON TABLE public.email_tombstones TO gateway_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.entity_lists TO gateway_app;
GRANT UPDATE(version) ON TABLE public.entity_lists TO gateway_app;
GRANT UPDATE(kind) ON TABLE public.entity_lists TO gateway_app;
GRANT UPDATE(entry_count) ON TABLE public.entity_lists TO gateway_app;
GRANT UPDATE(sealing_key_id) ON TABLE public.entity_lists TO gateway_app;
GRANT UPDATE(box) ON TABLE public.entity_lists TO gateway_app;
GRANT UPDATE(updated_at) ON TABLE public.entity_lists TO gateway_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.event_outbox TO gateway_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.isolation_reports TO gateway_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.job_outbox TO gateway_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.jobs TO gateway_app;
GRANT SELECT,INSERT ON TABLE public.key_manifests TO gateway_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.members TO gateway_app;
GRANT SELECT,INSERT ON TABLE public.organisations TO gateway_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.provider_keys TO gateway_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.registration_envelopes TO gateway_app;
GRANT UPDATE(uses_left) ON TABLE public.registration_envelopes TO gateway_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.release_facts TO gateway_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.seen_checkpoint TO gateway_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.sessions TO gateway_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.subject_requests TO gateway_app;
GRANT UPDATE(status) ON TABLE public.subject_requests TO gateway_app;
GRANT UPDATE(refused_for) ON TABLE public.subject_requests TO gateway_app;
GRANT UPDATE(extended_for) ON TABLE public.subject_requests TO gateway_app;
GRANT UPDATE(due_at) ON TABLE public.subject_requests TO gateway_app;
GRANT UPDATE(ended_at) ON TABLE public.subject_requests TO gateway_app;
GRANT UPDATE(value_sealed) ON TABLE public.subject_requests TO gateway_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.sweeps TO gateway_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.usage_monthly TO gateway_app;
GRANT UPDATE(used) ON TABLE public.usage_monthly TO gateway_app;
GRANT SELECT,DELETE ON TABLE public.usage_of_deleted TO gateway_app;
