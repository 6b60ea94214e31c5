import { type ReactNode, useEffect, useRef } from "react";
import ui from "./ui.module.css";

interface PageProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

/** A page: its title goes to the window and gets the focus, so that screen readers announce it. */
export function Page({ title, lead, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Veil`;
  }, [title]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={ui.page}>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p className={ui.lead}>{lead}</p>}
      </div>
      {children}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function Section({ title, children }: SectionProps) {
  return (
    <section className={ui.card}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
