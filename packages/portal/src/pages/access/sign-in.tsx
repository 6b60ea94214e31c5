import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ApiFailure, type Schemas } from "../../api/client.ts";
import { methodsQuery, useSignIn } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Select, TextField } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import { ProviderLinks } from "./provider-links.tsx";
import { Register } from "./register.tsx";
import { signInTexts } from "./sign-in-texts.ts";

const WAYS = ["key", "password", "register"] as const;
type Way = (typeof WAYS)[number];

export function SignIn({ hasExpired }: { readonly hasExpired: boolean }) {
  const t = useTexts(signInTexts);
  const methods = useQuery(methodsQuery);
  const { refused } = useSearch({ from: "/own" });
  return (
    <Page title={t.title} lead={t.lead}>
      {hasExpired && (
        <p role="status" className={`${ui.notice} ${ui.warn}`}>
          {t.expired}
        </p>
      )}
      {refused !== undefined && (
        <p role="alert" className={`${ui.notice} ${ui.bad}`}>
          {t.refused[refused]}
        </p>
      )}
      <div className={ui.card}>
        <Loaded query={methods}>{(found) => <Methods methods={found} />}</Loaded>
      </div>
    </Page>
  );
}

function Methods({ methods }: { readonly methods: Schemas["SignInMethodsResponse"] }) {
  const t = useTexts(signInTexts);
  // A new account has only its key to sign in with.
  const ways = WAYS.filter((name) => name === "password" || methods.api_key);
  const [way, setWay] = useState<Way>(ways[0] ?? "password");
  return (
    <>
      {methods.providers.length > 0 && <ProviderLinks providers={methods.providers} />}
      <Select
        label={t.way}
        value={way}
        options={ways.map((name) => [name, t.ways[name]])}
        onChange={setWay}
      />
      {way === "register" ? <Register /> : <Credentials key={way} way={way} />}
    </>
  );
}

function Credentials({ way }: { readonly way: "key" | "password" }) {
  const t = useTexts(signInTexts);
  const signIn = useSignIn();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    signIn.mutate(credentialsIn(new FormData(event.currentTarget)));
  };
  const { error } = signIn;
  const isInvalid = error instanceof ApiFailure && error.code === "invalid_credentials";
  return (
    <form className={ui.form} onSubmit={submit}>
      {way === "key" ? (
        <TextField label={t.key} hint={t.keyHint} name="api_key" type="password" required />
      ) : (
        <>
          <TextField label={t.email} name="email" type="email" autoComplete="username" required />
          <TextField
            label={t.password}
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
        </>
      )}
      <div>
        <Button type="submit" disabled={signIn.isPending}>
          {t.submit}
        </Button>
      </div>
      {isInvalid && (
        <p role="alert" className={`${ui.notice} ${ui.bad}`}>
          {t.invalid}
        </p>
      )}
      {error !== null && !isInvalid && <Problem error={error} />}
    </form>
  );
}

function credentialsIn(form: FormData): Schemas["LoginRequest"] {
  const key = form.get("api_key");
  if (typeof key === "string") return { api_key: key.trim() };
  return { email: String(form.get("email")), password: String(form.get("password")) };
}
