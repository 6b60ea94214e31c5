import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../../api/client.ts";
import { exposureQuery, usageQuery } from "../../api/queries.ts";
import { DayChart, type DayCount } from "../../components/day-chart.tsx";
import { Download } from "../../components/download.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import { ProOnly } from "../../components/pro-only.tsx";
import { Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { UsageMeter } from "../../components/usage-meter.tsx";
import { useFormats, useTexts } from "../../language.tsx";
import { firstOfDays, lastDays } from "./last-days.ts";
import { usageTexts } from "./usage-texts.ts";

type Exposure = Schemas["ExposureResponse"];
type Counted = Exposure["categories"];

const DAYS = 30;

export function UsagePage() {
  const t = useTexts(usageTexts);
  const usage = useQuery(usageQuery);
  return (
    <Page title={t.title} lead={t.lead}>
      <Section title={t.month}>
        <Loaded query={usage}>{(read) => <UsageMeter usage={read} />}</Loaded>
      </Section>
      <ProOnly>
        <Days />
      </ProOnly>
    </Page>
  );
}

function Days() {
  const t = useTexts(usageTexts);
  const [since] = useState(() => firstOfDays(DAYS, new Date()).toISOString());
  const query = useQuery(exposureQuery(since));
  return (
    <>
      <Loaded query={query}>{(exposure) => <Exposed exposure={exposure} />}</Loaded>
      <Download
        path={`/api/v1/compliance/exposure?since=${since}&format=csv`}
        fileName="exposure.csv"
      >
        {t.csv}
      </Download>
    </>
  );
}

function Exposed({ exposure }: { readonly exposure: Exposure }) {
  const t = useTexts(usageTexts);
  const days = lastDays(exposure.spans, DAYS, new Date(exposure.until));
  return (
    <>
      <Section title={t.byDay}>
        {exposure.calls === 0 ? <p className={ui.quiet}>{t.noCalls}</p> : <ByDay days={days} />}
        {exposure.unknown.length > 0 && (
          <p className={ui.warn}>{t.unknown(exposure.unknown.join(", "))}</p>
        )}
      </Section>
      <div className={ui.grid}>
        <Counts title={t.byKey} counted={exposure.keys} />
        <Counts title={t.byProvider} counted={exposure.providers} />
        <Counts title={t.byType} counted={exposure.categories} />
      </div>
    </>
  );
}

function ByDay({ days }: { readonly days: readonly DayCount[] }) {
  const t = useTexts(usageTexts);
  const { date, number } = useFormats();
  return (
    <>
      <DayChart label={t.byDay} days={days} />
      <details>
        <summary>{t.table}</summary>
        <Table
          caption={t.byDay}
          rows={days}
          keyOf={({ day }) => day}
          columns={[
            { title: t.day, cell: ({ day }) => date(day) },
            { title: t.calls, cell: ({ count }) => number(count) },
          ]}
        />
      </details>
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
