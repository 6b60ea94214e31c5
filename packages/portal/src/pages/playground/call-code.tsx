import { useState } from "react";
import { Snippet } from "../../components/copy.tsx";
import { Select } from "../../components/field.tsx";
import { Section } from "../../components/page.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import { playgroundTexts } from "./playground-texts.ts";
import { SNIPPET_NAMES, type SnippetName, snippetOf } from "./snippets.ts";

export function CallCode({ instruction }: { readonly instruction: string }) {
  const t = useTexts(playgroundTexts);
  const [name, setName] = useState<SnippetName>("curl");
  return (
    <Section title={t.asCode}>
      <p className={ui.quiet}>{t.codeHelp}</p>
      <Select
        label={t.format}
        value={name}
        options={SNIPPET_NAMES.map((one) => [one, one])}
        onChange={setName}
      />
      <Snippet label={name} text={snippetOf(name, instruction, window.location.origin)} />
    </Section>
  );
}
