import { type Schemas, take } from "../../api/client.ts";
import { operatorApi, usePages } from "../../api/operator.ts";
import { Page, Section } from "../../components/page.tsx";
import { Paged } from "../../components/paged.tsx";
import { Table } from "../../components/table.tsx";
import { useFormats, useTexts } from "../../language.tsx";
import { CustomerLink } from "./customer-link.tsx";
import { operatorTexts } from "./operator-texts.ts";

export function UsersPage() {
  const t = useTexts(operatorTexts);
  const query = usePages("users", (query) =>
    take(operatorApi.GET("/api/v1/admin/users", { params: { query } })),
  );
  return (
    <Page title={t.pages["/operators/users"]} lead={t.usersLead}>
      <Section title={t.pages["/operators/users"]}>
        <Paged query={query}>
          {(pages) => <Users rows={pages.flatMap(({ users }) => users)} />}
        </Paged>
      </Section>
    </Page>
  );
}

function Users({ rows }: { readonly rows: readonly Schemas["AdminUser"][] }) {
  const t = useTexts(operatorTexts);
  const { dateTime } = useFormats();
  return (
    <Table
      caption={t.pages["/operators/users"]}
      rows={rows}
      keyOf={({ customer_id }) => customer_id}
      columns={[
        { title: t.customer, cell: ({ customer_id }) => <CustomerLink customerId={customer_id} /> },
        { title: t.email, cell: ({ email }) => email ?? t.noEmail },
        { title: t.organization, cell: ({ org_id }) => <code>{org_id}</code> },
        { title: t.passwordSet, cell: ({ password_set_at }) => dateTime(password_set_at) },
      ]}
    />
  );
}
