import type { WebsiteStatsResponse } from "@veil/contracts/public/website";
import type { Database } from "@veil/postgres-kit";
import { after, micros, type Position, readPage } from "../../../platform/pages.ts";
import { insertEvents } from "../../audit/postgres.ts";
import type {
  ContactRow,
  CustomerRow,
  Directory,
  OrganizationRow,
  Stats,
  UserRow,
} from "../ports.ts";

const CUSTOMER = `
customer_id as "customerId", org_id as "orgId", scope_key_sealed as "sealedScopeKey",
subject_key_sealed as "sealedSubjectKey", email_sealed as "sealedEmail", company_sealed as "sealedCompany", tier, managed_ai as "managedAi",
licence_expires_at as "licenseExpiresAt", customers.created_at as "createdAt",
exists (select from customer_passwords p where p.customer_id = customers.customer_id) as "hasPassword"`;

const LIST = `
select ${CUSTOMER}, ${micros("customers.created_at")} as micros, customer_id as id
from customers join organisations using (org_id)
where ${after("customers.created_at", "customer_id")}`;

const ORGANIZATIONS = `
select org_id as "orgId", created_at as "createdAt", ${micros("created_at")} as micros, org_id as id,
  (select count(*)::int from customers where customers.org_id = organisations.org_id) as "customerCount"
from organisations where ${after("created_at", "org_id")}`;

const USERS = `
select customer_id as "customerId", org_id as "orgId", email_sealed as "sealedEmail", set_at as "passwordSetAt",
  ${micros("set_at")} as micros, customer_id as id
from customer_passwords join customers using (customer_id)
where ${after("set_at", "customer_id")}`;

const FIND = `select ${CUSTOMER} from customers join organisations using (org_id) where customer_id = $1`;

const PROVIDER = "select provider from provider_keys where customer_id = $1";

const ORGANIZATION = `
select org_id as "orgId", scope_key_sealed as "sealedScopeKey", created_at as "createdAt",
  (select count(*)::int from customers where customers.org_id = organisations.org_id) as "customerCount"
from organisations where org_id = $1`;

const INSERT_ORGANIZATION = `
insert into organisations (org_id, scope_key_sealed) values ($1, $2) returning created_at as "createdAt"`;

const CHANGE = `
update customers set tier = coalesce($2, tier), managed_ai = coalesce($3, managed_ai),
  licence_expires_at = case when $4 then $5 else licence_expires_at end, org_id = coalesce($6, org_id)
where customer_id = $1`;

const STATS = `
select
  (select count(*)::int from customers where tier = 'free') as free,
  (select count(*)::int from customers where tier = 'pro') as pro,
  (select count(*)::int from customers where tier = 'enterprise') as enterprise,
  (select count(*)::int from organisations) as organizations,
  (select count(*)::int from api_keys
    where revoked_at is null and (expires_at is null or expires_at > $1)) as active_keys,
  (select count(*)::int from sessions left join api_keys k on k.key_id = sessions.key_id
    where sessions.expires_at > $1 and (sessions.key_id is null
      or k.revoked_at is null and (k.expires_at is null or k.expires_at > $1))) as active_sessions,
  (select count(*)::int from customer_passwords) as users,
  (select coalesce(sum(used), 0)::bigint from usage_monthly
    where month = $2 and class = 'standard') as used,
  (select coalesce(sum(used), 0)::bigint from usage_monthly
    where month = $2 and class = 'developer') as used_by_developer_keys`;

const COUNTERS = `
select (select count(*)::int from customers) as customers,
  coalesce(sum(used) filter (where month = $1), 0)::bigint as requests_this_month,
  coalesce(sum(used), 0)::bigint as requests
from usage_monthly`;

const CONTACTS = `
select contact_id as "contactId", content_sealed as "sealedContent", created_at as "createdAt",
  ${micros("created_at")} as micros, contact_id as id
from contacts where ${after("created_at", "contact_id")}`;

const INSERT_CONTACT = `
insert into contacts (contact_id, content_sealed) values ($1, $2) returning created_at as "createdAt"`;

const DELETE_CONTACT = "delete from contacts where contact_id = $1";

export function createPostgresDirectory(database: Database): Directory {
  const page = <Row extends object>(text: string, limit: number, from: Position | undefined) =>
    readPage<Row>(database, text, { limit, from });

  return {
    customers: (limit, from) => page<CustomerRow>(LIST, limit, from),
    organizations: (limit, from) => page<OrganizationRow>(ORGANIZATIONS, limit, from),
    users: (limit, from) => page<UserRow>(USERS, limit, from),
    find: (customerId) => database.optional<CustomerRow>(FIND, [customerId]),
    provider: async (customerId) =>
      (await database.optional<{ provider: string }>(PROVIDER, [customerId]))?.provider,
    organization: (orgId) =>
      database.optional<OrganizationRow & { sealedScopeKey: Buffer }>(ORGANIZATION, [orgId]),
    createOrganization: (orgId, sealedScopeKey, event) =>
      database.transaction(async (tx) => {
        const values = [orgId, sealedScopeKey];
        const row = await tx.optional<{ createdAt: Date }>(INSERT_ORGANIZATION, values);
        if (row === undefined) throw new TypeError("The statement returned no row");
        await insertEvents(tx, [event]);
        return { orgId, customerCount: 0, ...row };
      }),
    change: (customerId, { tier, managedAi, licenseExpiresAt, orgId }, events) =>
      database.transaction(async (tx) => {
        const license = [licenseExpiresAt !== undefined, licenseExpiresAt ?? null];
        const values = [customerId, tier ?? null, managedAi ?? null, ...license, orgId ?? null];
        if ((await tx.execute(CHANGE, values)) === 0) return false;
        await insertEvents(tx, events);
        return true;
      }),
    async counters(month) {
      const [counters] = await database.query<WebsiteStatsResponse>(COUNTERS, [month]);
      if (counters === undefined) throw new TypeError("The statement returned no row");
      return counters;
    },
    async storeContact(contactId, sealedContent) {
      const values = [contactId, sealedContent];
      const row = await database.optional<{ createdAt: Date }>(INSERT_CONTACT, values);
      if (row === undefined) throw new TypeError("The statement returned no row");
      return row.createdAt;
    },
    contacts: (limit, from) => page<ContactRow>(CONTACTS, limit, from),
    deleteContact: async (contactId) => (await database.execute(DELETE_CONTACT, [contactId])) > 0,
    async stats(now, month) {
      const [stats] = await database.query<Stats>(STATS, [now, month]);
      if (stats === undefined) throw new TypeError("The statement returned no row");
      return stats;
    },
  };
}
