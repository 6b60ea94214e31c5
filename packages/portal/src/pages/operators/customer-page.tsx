import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { type Schemas, take } from "../../api/client.ts";
import { customerQuery, OPERATOR, operatorApi } from "../../api/operator.ts";
import { Button } from "../../components/button.tsx";
import type { KeyActions } from "../../components/keys/key-dialogs.tsx";
import { ManagedKeys } from "../../components/keys/managed-keys.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Facts, Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { ChangeCustomer } from "./change-customer.tsx";
import { CustomerLists } from "./customer-lists.tsx";
import { CustomerPassword } from "./customer-password.tsx";
import { customersTexts } from "./customers-texts.ts";
import { KeyPolicies } from "./key-policies.tsx";

type Customer = Schemas["AdminCustomerDetails"];

export function CustomerPage() {
  const { customerId } = useParams({ from: "/operators/customers/$customerId" });
  const query = useQuery(customerQuery(customerId));
  const [isSaved, setSaved] = useState(false);
  return (
    <Page title={customerId}>
      <Loaded query={query}>
        {(customer) => (
          <>
            <Account customer={customer} />
            <ChangeCustomer
              key={editedIn(customer)}
              customer={customer}
              isSaved={isSaved}
              onSaved={() => setSaved(true)}
            />
            <Keys customer={customer} />
            <CustomerPassword customer={customer} />
            <CustomerLists customerId={customerId} />
            <Changes customerId={customerId} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Identifies what the form shows: when it changes, the form begins anew. */
function editedIn({ tier, managed_ai, license_expires_at, org_id }: Customer): string {
  return JSON.stringify([tier, managed_ai, license_expires_at, org_id]);
}

function Account({ customer }: { readonly customer: Customer }) {
  const t = useTexts(customersTexts);
  const { dateTime, date, number } = useFormats();
  const { license_expires_at: licenseEnd } = customer;
  return (
    <Section title={t.account}>
      <Facts
        facts={[
          [t.email, customer.email ?? t.noEmail],
          [t.company, customer.company ?? t.none],
          [t.tier, customer.tier],
          [t.license, licenseEnd === undefined ? t.unlimited : date(licenseEnd)],
          [t.managed, t.managedBy[customer.managed_ai ? "true" : "false"]],
          [t.provider, customer.provider ?? t.none],
          [t.organization, customer.org_id],
          [t.used, number(customer.used)],
          [t.usedByDevelopers, number(customer.used_by_developer_keys)],
          [t.created, dateTime(customer.created_at)],
        ]}
      />
    </Section>
  );
}

function keyActions(customer_id: string): KeyActions {
  return {
    shown: [OPERATOR],
    issue: (body) =>
      take(
        operatorApi.POST("/api/v1/admin/customers/{customer_id}/keys", {
          params: { path: { customer_id } },
          body,
        }),
      ),
    rotate: (key_id, grace_seconds) =>
      take(
        operatorApi.POST("/api/v1/admin/customers/{customer_id}/keys/{key_id}/rotate", {
          params: { path: { customer_id, key_id } },
          body: { grace_seconds },
        }),
      ),
    revoke: (key_id) =>
      take(
        operatorApi.DELETE("/api/v1/admin/customers/{customer_id}/keys/{key_id}", {
          params: { path: { customer_id, key_id } },
        }),
      ),
  };
}

function Keys({ customer: { customer_id: customerId, keys } }: { readonly customer: Customer }) {
  const t = useTexts(customersTexts);
  const [policiesOf, setPoliciesOf] = useState<string>();
  return (
    <Section title={t.keys}>
      <ManagedKeys
        keys={keys}
        actions={keyActions(customerId)}
        more={({ key_id, revoked_at }) =>
          revoked_at === undefined && (
            <Button
              kind="quiet"
              aria-label={t.policiesOf(key_id)}
              onClick={() => setPoliciesOf(key_id)}
            >
              {t.policies}
            </Button>
          )
        }
      />
      {policiesOf !== undefined && (
        <KeyPolicies keyId={policiesOf} onClose={() => setPoliciesOf(undefined)} />
      )}
    </Section>
  );
}

function Changes({ customerId }: { readonly customerId: string }) {
  const t = useTexts(customersTexts);
  const { dateTime } = useFormats();
  const query = useQuery({
    queryKey: [OPERATOR, "changes", customerId],
    queryFn: () =>
      take(
        operatorApi.GET("/api/v1/admin/customers/{customer_id}/changes", {
          params: { path: { customer_id: customerId } },
        }),
      ),
  });
  return (
    <Section title={t.changes}>
      <Loaded query={query}>
        {({ changes, truncated }) => (
          <>
            <div>
              <Button kind="quiet" onClick={() => void query.refetch()}>
                {t.again}
              </Button>
            </div>
            {truncated && <p className={ui.warn}>{t.truncated}</p>}
            <Table
              caption={t.changes}
              rows={changes.map((change, index) => ({ ...change, index }))}
              keyOf={({ index }) => String(index)}
              columns={[
                { title: t.when, cell: ({ timestamp }) => dateTime(timestamp) },
                { title: t.what, cell: ({ event_type }) => <code>{event_type}</code> },
                { title: t.who, cell: ({ changed_by }) => changed_by ?? t.byCustomer },
                { title: t.details, cell: ({ details }) => listed(details) },
              ]}
            />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function listed(details: Readonly<Record<string, string>>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}
