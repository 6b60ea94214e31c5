import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { type Schemas, take } from "../../api/client.ts";
import { OPERATOR, operatorApi } from "../../api/operator.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Select, TextField } from "../../components/field.tsx";
import { useShowKey } from "../../components/issued-key.tsx";
import { Problem } from "../../components/problem.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import { ManagedSelect, TIERS, type Tier } from "./customer-fields.tsx";
import { customersTexts } from "./customers-texts.ts";

export function CreateCustomer({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(customersTexts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const show = useShowKey();
  const [tier, setTier] = useState<Tier>("pro");
  const [isManaged, setManaged] = useState(true);
  const create = useMutation({
    mutationFn: (body: Schemas["ProvisionRequest"]) =>
      take(operatorApi.POST("/api/v1/admin/customers", { body })),
    onSuccess({ api_key: apiKey, customer_id: customerId }) {
      const params = { customerId };
      const onStored = () => void navigate({ to: "/operators/customers/$customerId", params });
      show({ apiKey, title: t.issued, help: t.issuedHelp, stored: t.open, onStored });
      onClose();
      void queries.invalidateQueries({ queryKey: [OPERATOR, "customers"] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const company = String(form.get("company")).trim();
    const email = String(form.get("email"));
    create.mutate({ email, tier, managed_ai: isManaged, ...(company !== "" && { company }) });
  };
  return (
    <Dialog title={t.create} onClose={onClose}>
      <p>{t.createHelp}</p>
      <form className={ui.form} onSubmit={submit}>
        <TextField label={t.email} name="email" type="email" required />
        <TextField label={t.companyOptional} name="company" />
        <Select
          label={t.tier}
          value={tier}
          options={TIERS.map((name) => [name, name])}
          onChange={setTier}
        />
        <ManagedSelect isManaged={isManaged} onChange={setManaged} />
        {create.error !== null && <Problem error={create.error} />}
        <div>
          <Button type="submit" disabled={create.isPending}>
            {t.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
