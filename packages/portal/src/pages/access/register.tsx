import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { api, take } from "../../api/client.ts";
import { useSignIn } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy.tsx";
import { TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import { signInTexts } from "./sign-in-texts.ts";

/** Registers a customer, shows the key once, and signs in with it. */
export function Register() {
  const t = useTexts(signInTexts);
  const register = useMutation({
    mutationFn: async (form: FormData) => {
      const company = String(form.get("company")).trim();
      const body = { email: String(form.get("email")), ...(company !== "" && { company }) };
      return await take(api.POST("/api/v1/register", { body }));
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    register.mutate(new FormData(event.currentTarget));
  };
  const key = register.data?.svc_api_key;
  // The gateway returns a masked key for an address that has an account.
  if (key !== undefined && !key.includes("*")) return <IssuedKey apiKey={key} />;
  return (
    <form className={ui.form} onSubmit={submit}>
      <TextField label={t.email} name="email" type="email" autoComplete="email" required />
      <TextField label={t.company} name="company" autoComplete="organization" />
      <div>
        <Button type="submit" disabled={register.isPending}>
          {t.register}
        </Button>
      </div>
      {key !== undefined && (
        <p role="alert" className={`${ui.notice} ${ui.warn}`}>
          {t.known}
        </p>
      )}
      {register.error !== null && <Problem error={register.error} />}
    </form>
  );
}

function IssuedKey({ apiKey }: { readonly apiKey: string }) {
  const t = useTexts(signInTexts);
  const signIn = useSignIn();
  return (
    <div className={ui.form} role="status">
      <h2>{t.issued}</h2>
      <p>{t.issuedHelp}</p>
      <code className={ui.secret}>{apiKey}</code>
      <div className={ui.row}>
        <CopyButton text={apiKey} />
        <Button disabled={signIn.isPending} onClick={() => signIn.mutate({ api_key: apiKey })}>
          {t.proceed}
        </Button>
      </div>
      {signIn.error !== null && <Problem error={signIn.error} />}
    </div>
  );
}
