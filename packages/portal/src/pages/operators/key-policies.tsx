import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { take } from "../../api/client.ts";
import { OPERATOR, operatorApi } from "../../api/operator.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextArea } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Problem } from "../../components/problem.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import { customersTexts } from "./customers-texts.ts";

const KINDS = {
  entityPolicy: "/api/v1/admin/keys/{key_id}/entity-policy",
  callPolicy: "/api/v1/admin/keys/{key_id}/call-policy",
} as const;
type Kind = keyof typeof KINDS;

interface KeyPoliciesProps {
  readonly keyId: string;
  readonly onClose: () => void;
}

/** Both policies of a key, as JSON. The gateway checks what is stored. */
export function KeyPolicies({ keyId, onClose }: KeyPoliciesProps) {
  const t = useTexts(customersTexts);
  return (
    <Dialog title={t.policiesOf(keyId)} onClose={onClose}>
      <Policy kind="entityPolicy" keyId={keyId} />
      <Policy kind="callPolicy" keyId={keyId} />
    </Dialog>
  );
}

interface PolicyProps {
  readonly kind: Kind;
  readonly keyId: string;
}

function Policy({ kind, keyId }: PolicyProps) {
  const t = useTexts(customersTexts);
  const params = { path: { key_id: keyId } };
  const shown = [OPERATOR, kind, keyId];
  const query = useQuery({
    queryKey: shown,
    queryFn: async (): Promise<object> => await take(operatorApi.GET(KINDS[kind], { params })),
  });
  const set = useChange(shown, (body: object) =>
    take(operatorApi.PUT(KINDS[kind], { params, body: body as never })),
  );
  const clear = useChange(shown, () => take(operatorApi.DELETE(KINDS[kind], { params })));
  const error = set.error ?? clear.error;
  return (
    <Loaded query={query}>
      {(policy) => (
        <>
          <PolicyForm
            key={JSON.stringify(policy)}
            label={t[kind]}
            policy={policy}
            onSave={set.mutate}
          />
          <div className={ui.row}>
            <Button kind="quiet" disabled={clear.isPending} onClick={() => clear.mutate(undefined)}>
              {t.clear}
            </Button>
            {set.isSuccess && <span role="status">{t.saved}</span>}
          </div>
          {error !== null && <Problem error={error} />}
        </>
      )}
    </Loaded>
  );
}

interface PolicyFormProps {
  readonly label: string;
  readonly policy: object;
  readonly onSave: (policy: object) => void;
}

function PolicyForm({ label, policy, onSave }: PolicyFormProps) {
  const t = useTexts(customersTexts);
  const [isJson, setJson] = useState(true);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = parsed(String(new FormData(event.currentTarget).get("policy")));
    setJson(body !== undefined);
    if (body !== undefined) onSave(body);
  };
  return (
    <form className={ui.form} onSubmit={submit}>
      <TextArea
        label={label}
        hint={t.policyHint}
        name="policy"
        rows={8}
        defaultValue={JSON.stringify(policy, null, 2)}
      />
      <div>
        <Button type="submit">{t.save}</Button>
      </div>
      {!isJson && <p role="alert">{t.notJson}</p>}
    </form>
  );
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
