import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ApiFailure, api, take } from "../../api/client.ts";
import { keysQuery } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Facts } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { TraceView } from "../playground/outcome.tsx";
import { searchedId } from "./searched-id.ts";
import { whyTexts } from "./why-texts.ts";

/** One search box for every id. Only text that is an id goes into the address. */
export function WhyPage() {
  const t = useTexts(whyTexts);
  const navigate = useNavigate();
  const { id = "" } = useSearch({ from: "/own/why" });
  const [isUnknown, setUnknown] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = searchedId(String(new FormData(event.currentTarget).get("id")));
    setUnknown(given === undefined);
    void navigate({ to: "/why", search: given === undefined ? {} : { id: given.id } });
  };
  return (
    <Page title={t.title} lead={t.lead}>
      <form className={ui.form} onSubmit={submit}>
        <TextField label={t.id} hint={t.idHint} name="id" defaultValue={id} required />
        <div>
          <Button type="submit">{t.find}</Button>
        </div>
      </form>
      <div role="status">{isUnknown && <p className={ui.warn}>{t.unknown}</p>}</div>
      {id !== "" && <Found key={id} searched={searchedId(id)} />}
    </Page>
  );
}

function Found({ searched }: { readonly searched: ReturnType<typeof searchedId> }) {
  switch (searched?.kind) {
    case "job":
      return <FoundCall jobId={searched.id} />;
    case "request":
      return <FoundCertificate requestId={searched.id} />;
    case "key":
      return <FoundKey keyId={searched.id.slice(-KEY_ID_LENGTH)} />;
    case undefined:
      return null;
  }
}

const KEY_ID_LENGTH = 8;
const GONE = new Set(["job_not_found", "certificate_not_found"]);

/** Returns null for something that is no longer stored. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | null> {
  return await reading.catch((error: unknown) => {
    if (error instanceof ApiFailure && GONE.has(error.code)) return null;
    throw error;
  });
}

function FoundCall({ jobId }: { readonly jobId: string }) {
  const t = useTexts(whyTexts);
  const { dateTime } = useFormats();
  const query = useQuery({
    queryKey: ["job", jobId],
    queryFn: async () => {
      const path = { job_id: jobId };
      const read = await unlessGone(
        take(api.GET("/api/v1/proxy/jobs/{job_id}", { params: { path } })),
      );
      if (read === null || read.status === "processing") return read;
      // The answer itself is not kept in the page.
      const { status, relinked, compliance_trace: trace } = read;
      return { status, relinked, trace };
    },
    gcTime: 0,
  });
  return (
    <Loaded query={query}>
      {(call) => {
        if (call === null) return <Gone />;
        if (!("trace" in call)) return <p role="status">{call.status}</p>;
        return (
          <>
            <Section title={t.job}>
              <Facts
                facts={[
                  [t.jobState, call.status],
                  [t.time, dateTime(call.trace.timestamp)],
                  [t.relinked, call.relinked === true ? t.yes : t.no],
                ]}
              />
            </Section>
            <TraceView trace={call.trace} />
          </>
        );
      }}
    </Loaded>
  );
}

function FoundCertificate({ requestId }: { readonly requestId: string }) {
  const t = useTexts(whyTexts);
  const { dateTime } = useFormats();
  const query = useQuery({
    queryKey: ["certificate-summary", requestId],
    queryFn: () => {
      const path = { request_id: requestId };
      return unlessGone(
        take(api.GET("/api/v1/veil/certificate/{request_id}/public", { params: { path } })),
      );
    },
  });
  return (
    <Loaded query={query}>
      {(read) => {
        if (read === null) return <Gone />;
        if (read.status !== "issued") return <p role="status">{t.pending}</p>;
        return (
          <Section title={t.certificate}>
            <Facts
              facts={[
                [t.issued, dateTime(read.summary.issued_at)],
                [t.status, read.summary.call_status],
                [t.inLog, read.in_log ? t.yes : t.no],
              ]}
            />
            <p>
              <a href={`/api/v1/veil/certificate/${requestId}/summary`}>{t.certificate}</a>
            </p>
          </Section>
        );
      }}
    </Loaded>
  );
}

function FoundKey({ keyId }: { readonly keyId: string }) {
  const t = useTexts(whyTexts);
  const { dateTime } = useFormats();
  const query = useQuery(keysQuery);
  return (
    <Loaded query={query}>
      {({ keys }) => {
        const key = keys.find(({ key_id }) => key_id === keyId);
        if (key === undefined) return <p role="status">{t.keyUnknown}</p>;
        const { created_at, last_used_at: used } = key;
        return (
          <Section title={t.key}>
            <Facts
              facts={[
                [t.key, <code key="id">{key.key_id}</code>],
                [t.made, dateTime(created_at)],
                [t.used, used === undefined ? "–" : dateTime(used)],
              ]}
            />
          </Section>
        );
      }}
    </Loaded>
  );
}

function Gone() {
  const t = useTexts(whyTexts);
  return (
    <div role="status">
      <p>{t.gone}</p>
      <p>
        <Link to="/audit">{t.audit}</Link>
      </p>
    </div>
  );
}
