import type { ReactNode } from "react";
import { isPaid, useSession } from "../api/session.ts";
import { useTexts } from "../language.tsx";
import { commonTexts } from "./common-texts.ts";
import ui from "./ui.module.css";

/** Shows its content to pro and enterprise, and others who can help. */
export function ProOnly({ children }: { readonly children: ReactNode }) {
  const t = useTexts(commonTexts);
  if (isPaid(useSession())) return children;
  return (
    <div className={`${ui.notice} ${ui.warn}`}>
      <p>{t.pro}</p>
      <p>{t.proHelp}</p>
    </div>
  );
}
