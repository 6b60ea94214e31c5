import { type PropsWithChildren, useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/field.tsx";
import { Section } from "../../components/page.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { CallCode } from "./call-code.tsx";
import { TEXT, variablesOf } from "./native-bodies.ts";
import styles from "./playground.module.css";
import { playgroundTexts } from "./playground-texts.ts";
import { Preview } from "./preview.tsx";
import { Running } from "./running.tsx";
import type { Call } from "./use-call.ts";

const MAX_BYTES = 16_384;

/** A form for an instruction, with a field for each name in it. Its children show the outcome. */
export function TemplateForm({ call, children }: PropsWithChildren<{ readonly call: Call }>) {
  const t = useTexts(playgroundTexts);
  const [instruction, setInstruction] = useState(t.instructionDefault);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const names = variablesOf(instruction);
  const given = names.map((name) => values[name] ?? "");
  const setValue = (name: string, value: string) => setValues({ ...values, [name]: value });
  const isReady = names.length > 0 && given.every((value) => value.trim() !== "");
  const run = () => {
    const context = Object.fromEntries(names.map((name, at) => [name, given[at] ?? ""]));
    call.start({ prompt_template: instruction, context });
  };
  return (
    <>
      <div className={styles.columns}>
        <Section title={t.text}>
          <TextArea
            label={t.instruction}
            hint={t.instructionHint}
            value={instruction}
            onChange={(event) => setInstruction(event.target.value)}
          />
          <Values names={names} values={values} onChange={setValue} />
          <div className={ui.row}>
            <Button disabled={!isReady || call.isRunning} onClick={run}>
              {t.run}
            </Button>
            {names.includes(TEXT) && (
              <Button kind="quiet" onClick={() => setValue(TEXT, t.exampleText)}>
                {t.example}
              </Button>
            )}
            <span className={ui.quiet}>{t.counts}</span>
          </div>
          <Running call={call} />
        </Section>
        <Preview text={given.join("\n\n").trim()} />
      </div>
      {children}
      <CallCode instruction={instruction} />
    </>
  );
}

interface ValuesProps {
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (name: string, value: string) => void;
}

function Values({ names, values, onChange }: ValuesProps) {
  const t = useTexts(playgroundTexts);
  const { number } = useFormats();
  if (names.length === 0) return <p className={ui.warn}>{t.noName}</p>;
  return names.map((name) => (
    <TextArea
      key={name}
      label={name === TEXT ? t.text : name}
      hint={t.textHint(number(MAX_BYTES))}
      value={values[name] ?? ""}
      onChange={(event) => onChange(name, event.target.value)}
    />
  ));
}
