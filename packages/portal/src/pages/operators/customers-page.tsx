import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ApiFailure, type Schemas, take } from "../../api/client.ts";
import { operatorApi, usePages } from "../../api/operator.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Paged } from "../../components/paged.tsx";
import { Problem } from "../../components/problem.tsx";
import { Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { CreateCustomer } from "./create-customer.tsx";
import { CustomerLink } from "./customer-link.tsx";
import { customersTexts } from "./customers-texts.ts";

type Customer = Schemas["AdminCustomer"];

export function CustomersPage() {
  const t = useTexts(customersTexts);
  const [isCreating, setCreating] = useState(false);
  const query = usePages("customers", (query) =>
    take(operatorApi.GET("/api/v1/admin/customers", { params: { query } })),
  );
  return (
    <Page title={t.title} lead={t.lead}>
      <FindCustomer />
      <Section title={t.all}>
        <div>
          <Button onClick={() => setCreating(true)}>{t.create}</Button>
        </div>
        <Paged query={query}>
          {(pages) => <Customers rows={pages.flatMap(({ customers }) => customers)} />}
        </Paged>
      </Section>
      {isCreating && <CreateCustomer onClose={() => setCreating(false)} />}
    </Page>
  );
}

function FindCustomer() {
  const t = useTexts(customersTexts);
  const navigate = useNavigate();
  const find = useMutation({
    mutationFn: (email: string) =>
      take(operatorApi.POST("/api/v1/admin/customers/search", { body: { email } })),
    onSuccess: ({ customer_id: customerId }) =>
      navigate({ to: "/operators/customers/$customerId", params: { customerId } }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    find.mutate(String(new FormData(event.currentTarget).get("email")));
  };
  const { error } = find;
  const isUnknown = error instanceof ApiFailure && error.code === "not_found";
  return (
    <Section title={t.find}>
      <form className={ui.form} onSubmit={submit}>
        <TextField label={t.email} name="email" type="email" required />
        <div>
          <Button type="submit" disabled={find.isPending}>
            {t.search}
          </Button>
        </div>
        {isUnknown && <p role="status">{t.unknown}</p>}
        {error !== null && !isUnknown && <Problem error={error} />}
      </form>
    </Section>
  );
}

function Customers({ rows }: { readonly rows: readonly Customer[] }) {
  const t = useTexts(customersTexts);
  const { dateTime, date } = useFormats();
  return (
    <Table
      caption={t.all}
      rows={rows}
      keyOf={({ customer_id }) => customer_id}
      columns={[
        { title: t.customer, cell: ({ customer_id }) => <CustomerLink customerId={customer_id} /> },
        { title: t.email, cell: ({ email }) => email ?? t.noEmail },
        { title: t.company, cell: ({ company }) => company },
        { title: t.tier, cell: ({ tier }) => tier },
        {
          title: t.license,
          cell: ({ license_expires_at: at }) => (at === undefined ? t.unlimited : date(at)),
        },
        { title: t.created, cell: ({ created_at }) => dateTime(created_at) },
      ]}
    />
  );
}
