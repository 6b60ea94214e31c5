import type { ReactNode } from "react";
import type { Schemas } from "../../api/client.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Section } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import styles from "./playground.module.css";
import { playgroundTexts } from "./playground-texts.ts";
import { usePreview } from "./use-preview.ts";

type Redaction = Schemas["PreviewedRedaction"];

/** Shows what would be replaced in the text. */
export function Preview({ text }: { readonly text: string }) {
  const t = useTexts(playgroundTexts);
  const preview = usePreview(text);
  if (text.trim() === "")
    return (
      <Section title={t.preview}>
        <p className={ui.quiet}>{t.previewEmpty}</p>
      </Section>
    );
  return (
    <Section title={t.preview}>
      <Loaded query={preview}>
        {(found) => (
          <>
            <p role="status">
              {preview.isFetching ? t.previewing : t.found(found.redactions.length)}
            </p>
            <div className={styles.text}>{markedText(found.text, found.redactions)}</div>
            <h3>{t.leaves}</h3>
            <div className={styles.text}>{found.redacted}</div>
            <Replacements redactions={found.redactions} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Replacements({ redactions }: { readonly redactions: readonly Redaction[] }) {
  const t = useTexts(playgroundTexts);
  const { number } = useFormats();
  return (
    <Table
      caption={t.replacements}
      rows={redactions}
      keyOf={({ start }) => String(start)}
      columns={[
        { title: t.placeholder, cell: ({ placeholder }) => <code>{placeholder}</code> },
        { title: t.type, cell: ({ type }) => type },
        { title: t.recognizer, cell: ({ recognizer }) => recognizer },
        { title: t.confidence, cell: ({ confidence }) => number(confidence) },
      ]}
    />
  );
}

/** Returns the text with each replaced part marked. Offsets count UTF-16 code units. */
function markedText(text: string, redactions: readonly Redaction[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { start, end, placeholder, recognizer } of redactions) {
    parts.push(text.slice(from, start));
    parts.push(
      <mark key={start} className={styles.mark} title={`${placeholder} · ${recognizer}`}>
        {text.slice(start, end)}
      </mark>,
    );
    from = end;
  }
  return [...parts, text.slice(from)];
}
