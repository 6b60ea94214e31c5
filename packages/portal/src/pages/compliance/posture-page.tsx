import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../../api/client.ts";
import { postureQuery } from "../../api/queries.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { ProOnly } from "../../components/pro-only.tsx";
import { Facts } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { postureTexts } from "./posture-texts.ts";

type Control = Schemas["MeasuredControl"];

export function PosturePage() {
  const t = useTexts(postureTexts);
  return (
    <Page title={t.title} lead={t.lead}>
      <ProOnly>
        <Posture />
      </ProOnly>
    </Page>
  );
}

function Posture() {
  const t = useTexts(postureTexts);
  const { dateTime } = useFormats();
  const query = useQuery(postureQuery);
  return (
    <Loaded query={query}>
      {({ met, not_met, unknown, generated_at, release, controls }) => (
        <>
          <div className={ui.card}>
            <p className={ui.figure}>{t.summary(met, not_met, unknown)}</p>
            <p className={ui.quiet}>{t.measured(dateTime(generated_at), release)}</p>
            {t.english !== "" && <p className={ui.quiet}>{t.english}</p>}
            <div>
              <Button kind="quiet" disabled={query.isFetching} onClick={() => void query.refetch()}>
                {t.again}
              </Button>
            </div>
          </div>
          {controls.map((control) => (
            <ControlCard key={control.id} control={control} />
          ))}
        </>
      )}
    </Loaded>
  );
}

const TONES = { met: "good", not_met: "bad", unknown: "warn" } as const;

function ControlCard({ control }: { readonly control: Control }) {
  const t = useTexts(postureTexts);
  const { dateTime } = useFormats();
  const { title, promise, state, reason, measured_at: at, figures, evidence } = control;
  const figureText = figures.map(({ name, value }) => `${name}: ${value ?? "–"}`).join(", ");
  return (
    <section className={ui.card} aria-label={title}>
      <div className={ui.row}>
        <h2 lang="en">{title}</h2>
        <Badge tone={TONES[state]}>{t.states[state]}</Badge>
      </div>
      <div lang="en">
        <Facts
          facts={[
            [t.promise, promise],
            ...(reason === undefined ? [] : [[t.reason, reason] as const]),
            [t.measuredAt, at === null ? t.never : dateTime(at)],
            [t.by, control.measured_by],
            [t.articles, control.gdpr_articles.join(", ")],
            ...(figureText === "" ? [] : [[t.figures, figureText] as const]),
            [t.evidence, evidence.map(({ address }) => address).join(", ")],
          ]}
        />
      </div>
    </section>
  );
}
