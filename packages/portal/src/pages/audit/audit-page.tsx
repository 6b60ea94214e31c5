import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { api, type Schemas, take } from "../../api/client.ts";
import { isPaid, useSession } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Download } from "../../components/download.tsx";
import { TextField } from "../../components/field.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Paged } from "../../components/paged.tsx";
import { Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { type AuditFilter, DEFAULT_DAYS, MAX_DAYS, readAuditFilter } from "./audit-filter.ts";
import { auditTexts } from "./audit-texts.ts";

type View = Schemas["AuditViewResponse"];

const PAGE_SIZE = 200;
const DAY_MS = 86_400_000;

/** Reads the events page by page. All pages end at the same time, so that none shifts the next. */
function useEvents({ days = DEFAULT_DAYS, type }: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ["audit", days, type],
    queryFn: ({ pageParam: { page, until } }) => {
      const since = new Date(until - days * DAY_MS).toISOString();
      const query = { since, until: new Date(until).toISOString(), page, page_size: PAGE_SIZE };
      const params = { query: { ...query, ...(type !== undefined && { type }) } };
      return take(api.GET("/api/v1/account/audit", { params }));
    },
    initialPageParam: { page: 1, until: Date.now() },
    getNextPageParam: (last, _all, { page, until }) =>
      last.has_more ? { page: page + 1, until } : undefined,
  });
}

export function AuditPage() {
  const t = useTexts(auditTexts);
  const filter = useSearch({ from: "/own/audit" });
  const isExported = isPaid(useSession());
  return (
    <Page title={t.title} lead={t.lead}>
      <Filter key={JSON.stringify(filter)} filter={filter} />
      <Events filter={filter} />
      {isExported && (
        <Download path="/api/v1/audit/export?days=30" fileName="audit-events.json">
          {t.export}
        </Download>
      )}
    </Page>
  );
}

function Filter({ filter }: { readonly filter: AuditFilter }) {
  const t = useTexts(auditTexts);
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const search = readAuditFilter(Object.fromEntries(new FormData(event.currentTarget)));
    void navigate({ to: "/audit", search });
  };
  return (
    <Section title={t.filter}>
      <form className={ui.form} onSubmit={submit}>
        <TextField
          label={t.days}
          name="days"
          type="number"
          min={1}
          max={MAX_DAYS}
          defaultValue={filter.days ?? DEFAULT_DAYS}
        />
        <TextField
          label={t.type}
          hint={t.typeHint}
          name="type"
          pattern="[A-Z][A-Z_]{2,63}"
          defaultValue={filter.type ?? ""}
        />
        <div>
          <Button type="submit">{t.apply}</Button>
        </div>
      </form>
    </Section>
  );
}

function Events({ filter }: { readonly filter: AuditFilter }) {
  const t = useTexts(auditTexts);
  const query = useEvents(filter);
  return (
    <Section title={t.events}>
      <Paged query={query}>{(pages) => <EventPages pages={pages} />}</Paged>
    </Section>
  );
}

function EventPages({ pages }: { readonly pages: readonly View[] }) {
  const t = useTexts(auditTexts);
  const { number } = useFormats();
  const rows = pages.flatMap((page) => page.events);
  const last = pages.at(-1);
  if (last === undefined) return null;
  return (
    <>
      <p role="status">{t.shown(number(rows.length), number(last.total))}</p>
      <Completeness view={last} />
      <EventTable rows={rows} />
    </>
  );
}

function Completeness({ view: { source, truncated } }: { readonly view: View }) {
  const t = useTexts(auditTexts);
  const source_ = t.sources[source];
  return (
    <>
      {source_ !== "" && <p className={ui.warn}>{source_}</p>}
      {truncated && <p className={ui.warn}>{t.truncated}</p>}
    </>
  );
}

function EventTable({ rows }: { readonly rows: View["events"] }) {
  const t = useTexts(auditTexts);
  const { dateTime } = useFormats();
  return (
    <Table
      caption={t.events}
      rows={rows.map((event, index) => ({ ...event, index }))}
      keyOf={({ index }) => String(index)}
      empty={t.none}
      columns={[
        { title: t.time, cell: ({ timestamp }) => dateTime(timestamp) },
        { title: t.event, cell: ({ event_type }) => <code>{event_type}</code> },
        { title: t.actor, cell: ({ actor }) => <code>{actor}</code> },
        { title: t.request, cell: ({ request_id }) => request_id && <code>{request_id}</code> },
        { title: t.details, cell: ({ payload_summary }) => detailsText(payload_summary) },
      ]}
    />
  );
}

function detailsText(summary: object = {}): string {
  return Object.entries(summary)
    .filter(([name]) => name !== "request_id")
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}
