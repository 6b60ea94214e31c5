import { type FormEvent, useState } from "react";
import { type Schemas, take } from "../../api/client.ts";
import { OPERATOR, operatorApi } from "../../api/operator.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../components/button.tsx";
import { Select, TextField } from "../../components/field.tsx";
import { Section } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import { ManagedSelect, TIERS } from "./customer-fields.tsx";
import { customersTexts } from "./customers-texts.ts";

type Customer = Schemas["AdminCustomerDetails"];

interface ChangeCustomerProps {
  readonly customer: Customer;
  readonly isSaved: boolean;
  readonly onSaved: () => void;
}

/** Changes tier, license, provider key and organization. Sends only what differs. */
export function ChangeCustomer({ customer, isSaved, onSaved }: ChangeCustomerProps) {
  const t = useTexts(customersTexts);
  const [tier, setTier] = useState(customer.tier);
  const [isManaged, setManaged] = useState(customer.managed_ai);
  const change = useChange([OPERATOR], (body: Schemas["ChangeCustomerRequest"]) =>
    take(
      operatorApi.PATCH("/api/v1/admin/customers/{customer_id}", {
        params: { path: { customer_id: customer.customer_id } },
        body,
      }),
    ),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const end = String(form.get("license"));
    const org_id = String(form.get("organization")).trim();
    const body: Schemas["ChangeCustomerRequest"] = {
      ...(tier !== customer.tier && { tier }),
      ...(isManaged !== customer.managed_ai && { managed_ai: isManaged }),
      ...(org_id !== customer.org_id && { org_id }),
      ...(end !== dayOf(customer.license_expires_at) && {
        license_expires_at: end === "" ? null : `${end}T00:00:00Z`,
      }),
    };
    // The gateway refuses a change of nothing.
    if (Object.keys(body).length > 0) change.mutate(body, { onSuccess: onSaved });
  };
  return (
    <Section title={t.change}>
      <form className={ui.form} onSubmit={submit}>
        <Select
          label={t.tier}
          value={tier}
          options={TIERS.map((name) => [name, name])}
          onChange={setTier}
        />
        <TextField
          label={t.licenseEnd}
          name="license"
          type="date"
          min="2000-01-01"
          max="2099-12-31"
          defaultValue={dayOf(customer.license_expires_at)}
        />
        <ManagedSelect isManaged={isManaged} onChange={setManaged} />
        <TextField
          label={t.organization}
          hint={t.organizationHint}
          name="organization"
          pattern="org_[0-9a-f]{32}"
          required
          defaultValue={customer.org_id}
        />
        <div className={ui.row}>
          <Button type="submit" disabled={change.isPending}>
            {t.save}
          </Button>
          <span role="status">{isSaved && t.saved}</span>
        </div>
        {change.error !== null && <Problem error={change.error} />}
      </form>
    </Section>
  );
}

function dayOf(time: string | undefined): string {
  return time?.slice(0, 10) ?? "";
}
