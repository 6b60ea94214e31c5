import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { saveAs } from "../../components/download.tsx";
import { TextField } from "../../components/field.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import { Facts, Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import {
  type AnnotatedText,
  type ProvingScore,
  precisionOf,
  readAnnotated,
  recallOf,
  totalOf,
} from "./annotated.ts";
import { provingTexts } from "./proving-texts.ts";
import { type Progress, useEvaluation } from "./use-evaluation.ts";

export function ProvingPage() {
  const t = useTexts(provingTexts);
  const [texts, setTexts] = useState<readonly AnnotatedText[]>([]);
  const [mistake, setMistake] = useState<string>();
  const [before, setBefore] = useState<ProvingScore>();
  const { run, progress, stop } = useEvaluation();
  const choose = async (file: File | undefined) => {
    try {
      setTexts(file === undefined ? [] : readAnnotated(await file.text()));
      setMistake(undefined);
    } catch (error) {
      setTexts([]);
      setMistake(error instanceof Error ? error.message : String(error));
    }
  };
  const start = () => {
    setBefore(run.data);
    run.mutate(texts);
  };
  return (
    <Page title={t.title} lead={t.lead}>
      <Section title={t.file}>
        <TextField
          label={t.file}
          hint={t.fileHint}
          type="file"
          accept=".csv,.jsonl,.ndjson,text/csv,application/jsonl"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <div role="status">
          {mistake !== undefined && <p className={ui.bad}>{t.invalid(mistake)}</p>}
          {texts.length > 0 && <p>{t.chosen(texts.length)}</p>}
        </div>
        <div>
          <Button disabled={texts.length === 0 || run.isPending} onClick={start}>
            {t.start}
          </Button>
        </div>
        {progress !== undefined && <Running progress={progress} onStop={stop} />}
        {run.error !== null && <Problem error={run.error} />}
      </Section>
      {run.data !== undefined && <Result title={t.result} score={run.data} />}
      {before !== undefined && <Result title={t.before} score={before} />}
    </Page>
  );
}

interface RunningProps {
  readonly progress: Progress;
  readonly onStop: () => void;
}

function Running({ progress: { done, all, waitsSeconds }, onStop }: RunningProps) {
  const t = useTexts(provingTexts);
  return (
    <div className={ui.field}>
      <progress className={ui.meter} aria-label={t.progress(done, all)} max={all} value={done} />
      <p role="status">
        {waitsSeconds === undefined ? t.progress(done, all) : t.waits(waitsSeconds)}
      </p>
      <div>
        <Button kind="quiet" onClick={onStop}>
          {t.stop}
        </Button>
      </div>
    </div>
  );
}

function Result({ title, score }: { readonly title: string; readonly score: ProvingScore }) {
  const t = useTexts(provingTexts);
  const { number, percent } = useFormats();
  const shareOf = (share: number | undefined) => (share === undefined ? "–" : percent(share));
  const save = () => {
    const content = { ...score, byType: Object.fromEntries(score.byType) };
    const text = JSON.stringify(content, undefined, 2);
    saveAs(new Blob([text], { type: "application/json" }), "proving-ground.json");
  };
  return (
    <Section title={title}>
      <Facts
        facts={[
          [t.texts, number(score.texts)],
          [t.recall, shareOf(recallOf(totalOf(score)))],
          [t.precision, shareOf(precisionOf(score))],
          [t.extras, number(score.extras)],
        ]}
      />
      <Table
        caption={title}
        rows={[...score.byType].sort(([a], [b]) => a.localeCompare(b))}
        keyOf={([type]) => type}
        columns={[
          { title: t.type, cell: ([type]) => <code>{type}</code> },
          { title: t.found, cell: ([, { found }]) => number(found) },
          { title: t.missed, cell: ([, { missed }]) => number(missed) },
          { title: t.recall, cell: ([, counts]) => shareOf(recallOf(counts)) },
        ]}
      />
      <h3>{t.misses}</h3>
      <Table
        caption={t.misses}
        rows={score.missed.map((missed, at) => ({ ...missed, at }))}
        keyOf={({ at }) => String(at)}
        empty={t.none}
        columns={[
          { title: t.text, cell: ({ text }) => number(text) },
          { title: t.type, cell: ({ type }) => <code>{type}</code> },
          {
            title: t.value,
            cell: ({ before, value, after }) => (
              <>
                {before}
                <mark>{value}</mark>
                {after}
              </>
            ),
          },
        ]}
      />
      <div>
        <Button kind="quiet" onClick={save}>
          {t.export}
        </Button>
      </div>
    </Section>
  );
}
