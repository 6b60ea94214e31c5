import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { type FormEvent, useEffect } from "react";
import { ApiFailure, type Schemas } from "../../api/client.ts";
import { endOperatorSession, startOperatorSession, useOperator } from "../../api/operator.ts";
import { methodsQuery } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { operatorTexts } from "./operator-texts.ts";

const PAGES = [
  ...["/operators", "/operators/customers", "/operators/organizations", "/operators/users"],
  "/operators/messages",
] as const;

/** How long the gateway accepts a token. It is not computed from the clock here, which may differ. */
const LIFETIME_MS = 15 * 60_000;

/** Shows its pages to operators who have signed in, and others the sign-in. */
export function OperatorArea() {
  const session = useOperator();
  const queries = useQueryClient();
  useEffect(() => {
    if (session === undefined) {
      endOperatorSession(queries);
      return;
    }
    const timer = setTimeout(() => endOperatorSession(queries), LIFETIME_MS);
    return () => clearTimeout(timer);
  }, [session, queries]);
  if (session === undefined) return <OperatorSignIn />;
  return (
    <div className={ui.page}>
      <OperatorBar session={session} />
      <Outlet />
    </div>
  );
}

function OperatorSignIn() {
  const t = useTexts(operatorTexts);
  const methods = useQuery(methodsQuery);
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded query={methods}>
        {({ operators }) => (operators ? <KeyForm /> : <p className={ui.notice}>{t.off}</p>)}
      </Loaded>
    </Page>
  );
}

/** A form for the key. It is not shown where a public host would get the key. */
function KeyForm() {
  const t = useTexts(operatorTexts);
  const signIn = useMutation({ mutationFn: startOperatorSession });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    signIn.mutate(String(new FormData(event.currentTarget).get("key")).trim());
  };
  const { error } = signIn;
  const isWrong = error instanceof ApiFailure && error.code === "admin_unauthorized";
  return (
    <form className={`${ui.card} ${ui.form}`} onSubmit={submit}>
      <TextField label={t.key} name="key" type="password" required />
      <div>
        <Button type="submit" disabled={signIn.isPending}>
          {t.submit}
        </Button>
      </div>
      {isWrong && (
        <p role="alert" className={`${ui.notice} ${ui.bad}`}>
          {t.invalid}
        </p>
      )}
      {error !== null && !isWrong && <Problem error={error} />}
    </form>
  );
}

function OperatorBar({ session }: { readonly session: Schemas["AdminSessionResponse"] }) {
  const t = useTexts(operatorTexts);
  const { time } = useFormats();
  const queries = useQueryClient();
  return (
    <nav className={ui.row} aria-label={t.navigation}>
      {PAGES.map((page) => (
        <Link
          key={page}
          to={page}
          className={ui.buttonQuiet}
          activeOptions={{ exact: page === "/operators" }}
        >
          {t.pages[page]}
        </Link>
      ))}
      <span>{t.session(session.key_id, time(session.expires_at))}</span>
      <Button kind="quiet" onClick={() => endOperatorSession(queries)}>
        {t.signOut}
      </Button>
    </nav>
  );
}
