import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usageQuery } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Snippet } from "../../components/copy.tsx";
import { Select } from "../../components/field.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { setupTexts } from "./setup-texts.ts";
import { SNIPPET_NAMES, type SnippetName, snippetOf } from "./snippets.ts";
import { useCall } from "./use-call.ts";

export function SetupPage() {
  const t = useTexts(setupTexts);
  const [tool, setTool] = useState<SnippetName>("OpenAI SDK (Node)");
  return (
    <Page title={t.title} lead={t.lead}>
      <Section title={t.base}>
        <Snippet label={t.base} text={window.location.origin} />
      </Section>
      <Section title={t.tool}>
        <Select
          label={t.tool}
          value={tool}
          options={SNIPPET_NAMES.map((name) => [name, name])}
          onChange={setTool}
        />
        <Snippet label={tool} text={snippetOf(tool, t.instruction, window.location.origin)} />
        <p className={ui.quiet}>{t.relink}</p>
        <p>
          <a href="/docs">{t.more}</a>
        </p>
      </Section>
      <FirstCall />
    </Page>
  );
}

function FirstCall() {
  const t = useTexts(setupTexts);
  const { number } = useFormats();
  const call = useCall();
  const usage = useQuery({ ...usageQuery, enabled: call.outcome !== undefined });
  return (
    <Section title={t.test}>
      <p>{t.testHelp}</p>
      <div>
        <Button
          disabled={call.isRunning}
          onClick={() =>
            call.start({ prompt_template: t.instruction, context: { text: t.sample } })
          }
        >
          {t.send}
        </Button>
      </div>
      <div role="status">
        {call.isRunning && <p>{t.sending}</p>}
        {call.outcome !== undefined && usage.data !== undefined && (
          <p className={ui.good}>{t.seen(number(usage.data.used))}</p>
        )}
      </div>
      {call.error !== null && <Problem error={call.error} />}
    </Section>
  );
}
