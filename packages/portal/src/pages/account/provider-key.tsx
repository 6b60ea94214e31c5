import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { api, take } from "../../api/client.ts";
import { accountQuery } from "../../api/queries.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../components/button.tsx";
import { commonTexts } from "../../components/common-texts.ts";
import { TextField } from "../../components/field.tsx";
import { keysTexts } from "../../components/keys/keys-texts.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Section } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";

/** Stores or removes the customer's own provider key. */
export function ProviderKey() {
  const t = useTexts(keysTexts);
  const common = useTexts(commonTexts);
  const account = useQuery(accountQuery);
  const change = useChange(accountQuery.queryKey, (key: string | undefined) =>
    key === undefined
      ? take(api.DELETE("/api/v1/account/provider-key"))
      : take(api.PUT("/api/v1/account/provider-key", { body: { provider_key: key } })),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const key = String(new FormData(form).get("provider_key"));
    change.mutate(key, { onSuccess: () => form.reset() });
  };
  return (
    <Section title={t.provider}>
      <Loaded query={account}>
        {({ provider, managed_ai }) => (
          <>
            <p>
              {provider !== undefined && t.providerOwn(provider)}
              {provider === undefined && (managed_ai ? t.providerManaged : t.providerNone)}
            </p>
            {provider !== undefined && (
              <div>
                <Button kind="danger" onClick={() => change.mutate(undefined)}>
                  {t.providerRemove}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      <form className={ui.form} onSubmit={submit}>
        <TextField
          label={t.providerKey}
          hint={t.providerHint}
          name="provider_key"
          type="password"
          required
        />
        <div>
          <Button type="submit" disabled={change.isPending}>
            {common.save}
          </Button>
        </div>
      </form>
      {change.error !== null && <Problem error={change.error} />}
    </Section>
  );
}
