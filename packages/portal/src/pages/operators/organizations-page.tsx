import { type Schemas, take } from "../../api/client.ts";
import { OPERATOR, operatorApi, usePages } from "../../api/operator.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../components/button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Paged } from "../../components/paged.tsx";
import { Problem } from "../../components/problem.tsx";
import { Table } from "../../components/table.tsx";
import { useFormats, useTexts } from "../../language.tsx";
import { operatorTexts } from "./operator-texts.ts";

const NAME = "organizations";

export function OrganizationsPage() {
  const t = useTexts(operatorTexts);
  const query = usePages(NAME, (query) =>
    take(operatorApi.GET("/api/v1/admin/organizations", { params: { query } })),
  );
  const create = useChange([OPERATOR, NAME], () =>
    take(operatorApi.POST("/api/v1/admin/organizations")),
  );
  return (
    <Page title={t.pages["/operators/organizations"]} lead={t.organizationsLead}>
      <Section title={t.pages["/operators/organizations"]}>
        <div>
          <Button disabled={create.isPending} onClick={() => create.mutate(undefined)}>
            {t.newOrganization}
          </Button>
        </div>
        {create.error !== null && <Problem error={create.error} />}
        <Paged query={query}>
          {(pages) => <Organizations rows={pages.flatMap(({ organizations }) => organizations)} />}
        </Paged>
      </Section>
    </Page>
  );
}

function Organizations({ rows }: { readonly rows: readonly Schemas["AdminOrganization"][] }) {
  const t = useTexts(operatorTexts);
  const { number, dateTime } = useFormats();
  return (
    <Table
      caption={t.pages["/operators/organizations"]}
      rows={rows}
      keyOf={({ org_id }) => org_id}
      columns={[
        { title: t.organization, cell: ({ org_id }) => <code>{org_id}</code> },
        { title: t.customers, cell: ({ customer_count }) => number(customer_count) },
        { title: t.created, cell: ({ created_at }) => dateTime(created_at) },
      ]}
    />
  );
}
