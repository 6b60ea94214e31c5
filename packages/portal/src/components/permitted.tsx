import type { ReactNode } from "react";
import { type Session, useMay } from "../api/session.ts";
import { useTexts } from "../language.tsx";
import { commonTexts } from "./common-texts.ts";
import ui from "./ui.module.css";

interface PermittedProps {
  readonly to: Session["may"][number];
  readonly children: ReactNode;
}

/** Shows what a role may do, and others who can do it. */
export function Permitted({ to, children }: PermittedProps) {
  const t = useTexts(commonTexts);
  return useMay(to) ? children : <p className={ui.quiet}>{t.notPermitted}</p>;
}
