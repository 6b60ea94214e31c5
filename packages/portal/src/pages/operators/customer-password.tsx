import { type FormEvent, useState } from "react";
import { type Schemas, take } from "../../api/client.ts";
import { OPERATOR, operatorApi } from "../../api/operator.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmChange } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Section } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import { customersTexts } from "./customers-texts.ts";

interface PasswordProps {
  readonly customer: Pick<Schemas["AdminCustomerDetails"], "customer_id" | "has_password">;
}

export function CustomerPassword({ customer }: PasswordProps) {
  const { customer_id, has_password: hasPassword } = customer;
  const t = useTexts(customersTexts);
  const [isRemoving, setRemoving] = useState(false);
  const params = { path: { customer_id } };
  const set = useChange([OPERATOR], (password: string) =>
    take(
      operatorApi.PUT("/api/v1/admin/users/{customer_id}/password", { params, body: { password } }),
    ),
  );
  const remove = useChange([OPERATOR], () =>
    take(operatorApi.DELETE("/api/v1/admin/users/{customer_id}/password", { params })),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const password = String(new FormData(form).get("password"));
    set.mutate(password, { onSuccess: () => form.reset() });
  };
  return (
    <Section title={t.password}>
      <p>{hasPassword ? t.passwordOn : t.passwordOff}</p>
      <form className={ui.form} onSubmit={submit}>
        <TextField
          label={t.newPassword}
          hint={t.passwordHelp}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={12}
          maxLength={256}
          required
        />
        <div className={ui.row}>
          <Button type="submit" disabled={set.isPending}>
            {t.setPassword}
          </Button>
          {hasPassword && (
            <Button kind="danger" onClick={() => setRemoving(true)}>
              {t.removePassword}
            </Button>
          )}
        </div>
        {set.error !== null && <Problem error={set.error} />}
      </form>
      {isRemoving && (
        <ConfirmChange
          title={t.removePassword}
          name={customer_id}
          action={t.removePassword}
          change={remove}
          onClose={() => setRemoving(false)}
        >
          <p>{t.removeHelp}</p>
        </ConfirmChange>
      )}
    </Section>
  );
}
