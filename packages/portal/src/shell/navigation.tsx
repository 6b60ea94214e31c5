import { Link } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { useTexts } from "../language.tsx";
import styles from "./shell.module.css";
import { shellTexts } from "./shell-texts.ts";

const GROUPS = [
  ["use", ["/", "/playground", "/setup", "/usage"]],
  ["detect", ["/lists", "/policy", "/proving-ground"]],
  ["prove", ["/audit", "/certificates", "/why"]],
  ["comply", ["/posture", "/documents", "/requests"]],
  ["own", ["/keys", "/account"]],
] as const;

const WIDE = window.matchMedia("(min-width: 48.01rem)");

/** The links to the pages. On a narrow screen, they are behind a menu. */
export function Navigation() {
  const t = useTexts(shellTexts);
  const isWide = useSyncExternalStore(onWidth, () => WIDE.matches);
  return (
    <nav className={styles.nav} aria-label={t.navigation}>
      <details open={isWide}>
        <summary>{t.menu}</summary>
        {GROUPS.map(([group, pages]) => (
          <div key={group}>
            <h2>{t.groups[group]}</h2>
            <ul>
              {pages.map((page) => (
                <li key={page}>
                  <Link to={page} activeOptions={{ exact: true, includeSearch: false }}>
                    {t.pages[page]}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </details>
    </nav>
  );
}

function onWidth(changed: () => void): () => void {
  WIDE.addEventListener("change", changed);
  return () => WIDE.removeEventListener("change", changed);
}
