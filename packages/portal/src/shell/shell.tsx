import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { sessionQuery, useSignOut } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { IssuedKeys } from "../components/issued-key.tsx";
import { Page } from "../components/page.tsx";
import { LANGUAGES, type Language, useFormats, useLanguage, useTexts } from "../language.tsx";
import { Navigation } from "./navigation.tsx";
import styles from "./shell.module.css";
import { shellTexts } from "./shell-texts.ts";

/** What surrounds each page: header, navigation, footer. */
export function Shell() {
  const t = useTexts(shellTexts);
  const { data: session } = useQuery(sessionQuery);
  // The operators' pages have a navigation, and no customer.
  const isForOperators = useRouterState({ select: ({ location }) => location.pathname }).startsWith(
    "/operators",
  );
  const hasNavigation = Boolean(session) && !isForOperators;
  return (
    <IssuedKeys>
      <a className={styles.skip} href="#main">
        {t.skip}
      </a>
      <Header />
      <div className={hasNavigation ? styles.body : styles.bare}>
        {hasNavigation && <Navigation />}
        <main id="main" className={styles.main}>
          <Outlet />
        </main>
      </div>
      <footer className={styles.footer}>
        <Link to="/docs">{t.pages["/docs"]}</Link>
        <Link to="/operators">{t.pages["/operators"]}</Link>
        <Link to="/status">{t.pages["/status"]}</Link>
        <a href="/docs">{t.reference}</a>
        <a href="/veil/verify">{t.verify}</a>
        <a href="/portal/assets/licenses.md">{t.licenses}</a>
      </footer>
    </IssuedKeys>
  );
}

const NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

function Header() {
  const t = useTexts(shellTexts);
  const { language, choose } = useLanguage();
  const { data: session } = useQuery(sessionQuery);
  const { time } = useFormats();
  const signOut = useSignOut();
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.brand}>
        Veil Gateway
      </Link>
      <select
        className={styles.language}
        aria-label={t.language}
        value={language}
        onChange={(event) => choose(event.target.value as Language)}
      >
        {LANGUAGES.map((name) => (
          <option key={name} value={name} lang={name}>
            {NAMES[name]}
          </option>
        ))}
      </select>
      {session && (
        <>
          <span>{t.until(time(session.expires_at))}</span>
          <Button kind="quiet" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
            {t.signOut}
          </Button>
        </>
      )}
    </header>
  );
}

export function NotFound() {
  const t = useTexts(shellTexts);
  return (
    <Page title={t.notFound} lead={t.notFoundHelp}>
      <p>
        <Link to="/">{t.pages["/"]}</Link>
      </p>
    </Page>
  );
}
