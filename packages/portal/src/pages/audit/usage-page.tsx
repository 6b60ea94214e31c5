import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../../api/client.ts";
import { exposureQuery, historyQuery, usageQuery } from "../../api/queries.ts";
import { BarChart } from "../../components/bar-chart.tsx";
import { Download } from "../../components/download.tsx";
import { Select } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import { ProOnly } from "../../components/pro-only.tsx";
import { Facts, Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { UsageMeter } from "../../components/usage-meter.tsx";
import { useFormats, useTexts } from "../../language.tsx";
import { firstOfDays, firstOfMonths, lastDays, lastMonths } from "./last-days.ts";
import { usageTexts } from "./usage-texts.ts";

type History = Schemas["UsageHistoryResponse"];
type Exposure = Schemas["ExposureResponse"];
type Counted = Exposure["categories"];

const DAYS = 30;
const MONTHS = 12;

export function UsagePage() {
  const t = useTexts(usageTexts);
  const usage = useQuery(usageQuery);
  return (
    <Page title={t.title} lead={t.lead}>
      <Section title={t.month}>
        <Loaded query={usage}>{(read) => <UsageMeter usage={read} />}</Loaded>
      </Section>
      <OverTime />
      <ProOnly>
        <Found />
      </ProOnly>
    </Page>
  );
}

function OverTime() {
  const t = useTexts(usageTexts);
  const [by, setBy] = useState<History["by"]>("day");
  const [now] = useState(() => new Date());
  const first = by === "day" ? firstOfDays(DAYS, now) : firstOfMonths(MONTHS, now);
  const query = useQuery(historyQuery(by, first.toISOString().slice(0, "2027-01-31".length)));
  return (
    <>
      <Section title={t.overTime}>
        <Select
          label={t.step}
          value={by}
          options={[
            ["day", t.steps.day],
            ["month", t.steps.month],
          ]}
          onChange={setBy}
        />
        <Loaded query={query}>{(history) => <Series history={history} now={now} />}</Loaded>
      </Section>
      {query.data !== undefined && <Sums of={query.data.total} />}
    </>
  );
}

interface SeriesProps {
  readonly history: History;
  readonly now: Date;
}

function Series({ history: { by, spans, total }, now }: SeriesProps) {
  const t = useTexts(usageTexts);
  const { date, month, number } = useFormats();
  const nameOf = by === "day" ? date : month;
  const names = by === "day" ? lastDays(DAYS, now) : lastMonths(MONTHS, now);
  const rows = names.map((name) => {
    const span = spans.find((one) => one.name === name);
    const { calls = 0, input_tokens = 0, output_tokens = 0 } = span ?? {};
    return { name, count: calls, input_tokens, output_tokens };
  });
  if (total.calls === 0) return <p className={ui.quiet}>{t.noCalls}</p>;
  return (
    <>
      <BarChart label={t.byStep[by]} bars={rows} nameOf={nameOf} />
      <Facts
        facts={[
          [t.calls, number(total.calls)],
          [t.inputTokens, number(total.input_tokens)],
          [t.outputTokens, number(total.output_tokens)],
        ]}
      />
      <details>
        <summary>{t.table}</summary>
        <Table
          caption={t.byStep[by]}
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            { title: t.steps[by], cell: ({ name }) => nameOf(name) },
            { title: t.calls, cell: ({ count }) => number(count) },
            { title: t.inputTokens, cell: ({ input_tokens }) => number(input_tokens) },
            { title: t.outputTokens, cell: ({ output_tokens }) => number(output_tokens) },
          ]}
        />
      </details>
    </>
  );
}

function Sums({ of: { keys, models, routes, refusals } }: { readonly of: History["total"] }) {
  const t = useTexts(usageTexts);
  return (
    <div className={ui.grid}>
      <Counts title={t.byKey} counted={keys} />
      <Counts title={t.byModel} counted={models} />
      <Counts title={t.byRoute} counted={routes} />
      <Counts title={t.refusals} counted={refusals} />
    </div>
  );
}

/** What the calls contained and whom they reached. */
function Found() {
  const t = useTexts(usageTexts);
  const [since] = useState(() => firstOfDays(DAYS, new Date()).toISOString());
  const query = useQuery(exposureQuery(since));
  return (
    <>
      <Loaded query={query}>
        {({ unknown, providers, categories }) => (
          <>
            {unknown.length > 0 && <p className={ui.warn}>{t.unknown(unknown.join(", "))}</p>}
            <div className={ui.grid}>
              <Counts title={t.byProvider} counted={providers} />
              <Counts title={t.byType} counted={categories} />
            </div>
          </>
        )}
      </Loaded>
      <Download
        path={`/api/v1/compliance/exposure?since=${since}&format=csv`}
        fileName="exposure.csv"
      >
        {t.csv}
      </Download>
    </>
  );
}

function Counts({ title, counted }: { readonly title: string; readonly counted: Counted }) {
  const t = useTexts(usageTexts);
  const { number } = useFormats();
  return (
    <Section title={title}>
      <Table
        caption={title}
        rows={counted}
        keyOf={({ name }) => name}
        columns={[
          { title: t.name, cell: ({ name }) => <code>{name}</code> },
          { title: t.count, cell: ({ count }) => number(count) },
        ]}
      />
    </Section>
  );
}
