import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/field.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { Problem } from "../../components/problem.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { CallCode } from "./call-code.tsx";
import { Outcome } from "./outcome.tsx";
import styles from "./playground.module.css";
import { playgroundTexts } from "./playground-texts.ts";
import { Preview } from "./preview.tsx";
import { useCall } from "./use-call.ts";

const MAX_BYTES = 16_384;

export function PlaygroundPage() {
  const t = useTexts(playgroundTexts);
  const { number } = useFormats();
  const [instruction, setInstruction] = useState(t.instructionDefault);
  const [text, setText] = useState("");
  const call = useCall();
  const isReady = instruction.trim() !== "" && text.trim() !== "";
  return (
    <Page title={t.title} lead={t.lead}>
      <Permitted to="call">
        <div className={styles.columns}>
          <Section title={t.text}>
            <TextArea
              label={t.instruction}
              hint={t.instructionHint}
              value={instruction}
              onChange={(event) => setInstruction(event.target.value)}
            />
            <TextArea
              label={t.text}
              hint={t.textHint(number(MAX_BYTES))}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <div className={ui.row}>
              <Button
                disabled={!isReady || call.isRunning}
                onClick={() => call.start({ instruction, text })}
              >
                {t.run}
              </Button>
              <Button kind="quiet" onClick={() => setText(t.exampleText)}>
                {t.example}
              </Button>
              <span className={ui.quiet}>{t.counts}</span>
            </div>
            {call.isRunning && (
              <div role="status" className={ui.row}>
                <span>{call.isLong ? t.processing : t.running}</span>
                <Button kind="quiet" onClick={call.stop}>
                  {t.stop}
                </Button>
              </div>
            )}
            {call.error !== null && <Problem error={call.error} />}
          </Section>
          <Preview text={text} />
        </div>
      </Permitted>
      {call.outcome !== undefined && <Outcome outcome={call.outcome} />}
      <CallCode instruction={instruction} />
    </Page>
  );
}
