import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, type Schemas, take } from "../../api/client.ts";
import { accountQuery } from "../../api/queries.ts";
import { beginSession, useMay } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { commonTexts } from "../../components/common-texts.ts";
import { Confirm } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import { Facts } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { accountTexts } from "./account-texts.ts";
import { Members } from "./members.tsx";
import { Sessions } from "./sessions.tsx";

type Account = Schemas["AccountResponse"];

export function AccountPage() {
  const t = useTexts(accountTexts);
  const query = useQuery(accountQuery);
  const mayChange = useMay("account");
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded query={query}>
        {(account) => (
          <>
            <Stored account={account} />
            {mayChange && <Change account={account} />}
            <Sessions />
            {mayChange && <Members />}
            {mayChange && <End customerId={account.customer_id} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Stored({ account }: { readonly account: Account }) {
  const t = useTexts(accountTexts);
  const { date } = useFormats();
  const { license_expires_at: licensed } = account;
  return (
    <Section title={t.facts}>
      <Facts
        facts={[
          [t.customer, <code key="id">{account.customer_id}</code>],
          [t.organization, <code key="org">{account.org_id}</code>],
          [t.email, account.email ?? t.removed],
          [t.company, account.company ?? t.none],
          [t.tier, account.tier],
          [t.license, licensed === undefined ? t.unlimited : date(licensed)],
          [t.created, date(account.created_at)],
        ]}
      />
    </Section>
  );
}

function Change({ account: { company, email } }: { readonly account: Account }) {
  const t = useTexts(accountTexts);
  const common = useTexts(commonTexts);
  const queries = useQueryClient();
  const change = useMutation({
    // openapi-fetch drops the type of a field that can only be null.
    mutationFn: (body: { company: string | null } | { email: never }) =>
      take(api.PATCH("/api/v1/account", { body })),
    onSuccess: (account) => queries.setQueryData(accountQuery.queryKey, account),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("company")).trim();
    change.mutate({ company: name === "" ? null : name });
  };
  return (
    <Section title={t.change}>
      <form className={ui.form} onSubmit={submit}>
        <TextField label={t.company} name="company" defaultValue={company ?? ""} maxLength={200} />
        <div className={ui.row}>
          <Button type="submit" disabled={change.isPending}>
            {common.save}
          </Button>
          <span role="status">{change.isSuccess && common.saved}</span>
        </div>
      </form>
      {email !== undefined && (
        <div>
          <p className={ui.quiet}>{t.removeEmailHelp}</p>
          <Button kind="danger" onClick={() => change.mutate({ email: null as never })}>
            {t.removeEmail}
          </Button>
        </div>
      )}
      {change.error !== null && <Problem error={change.error} />}
    </Section>
  );
}

function End({ customerId }: { readonly customerId: string }) {
  const t = useTexts(accountTexts);
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const end = useMutation({
    mutationFn: () => take(api.DELETE("/api/v1/account", { body: { confirm: customerId } })),
    onSuccess: () => beginSession(queries, null),
  });
  return (
    <Section title={t.end}>
      <p>{t.endHelp}</p>
      <div>
        <Button kind="danger" onClick={() => setOpen(true)}>
          {t.end}
        </Button>
      </div>
      {isOpen && (
        <Confirm
          title={t.end}
          name={customerId}
          action={t.end}
          error={end.error}
          isPending={end.isPending}
          onConfirm={() => end.mutate()}
          onClose={() => setOpen(false)}
        >
          <p>{t.endHelp}</p>
        </Confirm>
      )}
    </Section>
  );
}
