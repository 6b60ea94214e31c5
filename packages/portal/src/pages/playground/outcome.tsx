import { useQuery } from "@tanstack/react-query";
import { api, take } from "../../api/client.ts";
import { isPaid, useSession } from "../../api/session.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Section } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import styles from "./playground.module.css";
import { playgroundTexts } from "./playground-texts.ts";
import type { CallOutcome } from "./use-call.ts";

/** Shows the answer and what each component received of the call. */
export function Outcome({ outcome }: { readonly outcome: CallOutcome }) {
  const { relinked, compliance_trace: trace } = outcome;
  return (
    <>
      <div className={styles.columns}>
        <Answer outcome={outcome} />
        {relinked === true && <BeforeRelink jobId={trace.job_id} />}
      </div>
      <TraceView trace={trace} />
    </>
  );
}

function Answer({ outcome }: { readonly outcome: CallOutcome }) {
  const t = useTexts(playgroundTexts);
  const { status, result, error_message, relinked, dlp_redacted, hint } = outcome;
  const { request_id: requestId } = outcome.compliance_trace;
  return (
    <Section title={t.answer}>
      {status === "JOB_STATUS_FAILED" ? (
        <p role="alert" className={ui.bad}>
          {t.failed} {error_message}
        </p>
      ) : (
        <div role="status" className={styles.text}>
          {textOf(result)}
        </div>
      )}
      {relinked !== undefined && (
        <p className={ui.quiet}>{relinked ? t.relinked : t.notRelinked}</p>
      )}
      {dlp_redacted === true && <p className={ui.warn}>{t.dlp}</p>}
      {hint !== undefined && <p className={ui.quiet}>{hint}</p>}
      {requestId !== undefined && <CertificateLink requestId={requestId} />}
    </Section>
  );
}

/** Shows the answer as the model wrote it. */
function BeforeRelink({ jobId }: { readonly jobId: string }) {
  const t = useTexts(playgroundTexts);
  const before = useQuery({
    queryKey: ["before-relink", jobId],
    queryFn: () => {
      const params = { path: { job_id: jobId }, query: { relink: "false" as const } };
      return take(api.GET("/api/v1/proxy/jobs/{job_id}", { params }));
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Section title={t.beforeRelink}>
      <Loaded query={before}>
        {(read) => (
          <>
            {"result" in read && <div className={styles.text}>{textOf(read.result)}</div>}
            <p className={ui.quiet}>{t.beforeRelinkHelp}</p>
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** Returns what is shown of an answer, which may be JSON. */
export function textOf(result: unknown): string {
  return typeof result === "string" ? result : JSON.stringify(result, undefined, 2);
}

const READ_AGAIN_MS = 2_000;

/** Leads to the summary once the signer has made the certificate. */
function CertificateLink({ requestId }: { readonly requestId: string }) {
  const t = useTexts(playgroundTexts);
  const session = useSession();
  const summary = useQuery({
    queryKey: ["summary", requestId],
    queryFn: () => {
      const path = { request_id: requestId };
      return take(api.GET("/api/v1/veil/certificate/{request_id}/public", { params: { path } }));
    },
    refetchInterval: ({ state }) => (state.data?.status === "issued" ? false : READ_AGAIN_MS),
  });
  return (
    <>
      <p role="status">
        {summary.data?.status === "issued" ? (
          <a href={`/api/v1/veil/certificate/${requestId}/summary`}>{t.summary}</a>
        ) : (
          t.summaryPending
        )}
      </p>
      {!isPaid(session) && <p className={ui.quiet}>{t.proAdds}</p>}
    </>
  );
}

const COMPONENTS = [
  ["bridge", "bridge_saw"],
  ["sanitiser", "sanitizer_saw"],
  ["worker", "sandbox_b_saw"],
  ["llm", "llm_saw"],
] as const;

function Exposure({ trace }: { readonly trace: CallOutcome["compliance_trace"] }) {
  const t = useTexts(playgroundTexts);
  const { data_exposure_summary: saw } = trace;
  const isClean = !saw.pii_in_ai && !saw.identity_in_ai;
  return (
    <Section title={t.saw}>
      {isClean && <p className={ui.good}>{t.noPiiInAi}</p>}
      {saw.pii_in_ai && <p className={ui.bad}>{t.piiInAi}</p>}
      {saw.identity_in_ai && <p className={ui.warn}>{t.identityInAi}</p>}
      {saw.hint !== undefined && <p className={ui.quiet}>{saw.hint}</p>}
      <Table
        caption={t.saw}
        rows={COMPONENTS}
        keyOf={([name]) => name}
        columns={[
          { title: t.component, cell: ([name]) => t.components[name] },
          { title: t.received, cell: ([, field]) => saw[field] },
        ]}
      />
    </Section>
  );
}

/** Shows what each component received of a call, and the steps. It has no values. */
export function TraceView({ trace }: { readonly trace: CallOutcome["compliance_trace"] }) {
  const t = useTexts(playgroundTexts);
  return (
    <>
      <Exposure trace={trace} />
      <Section title={t.steps}>
        <Table
          caption={t.steps}
          rows={trace.steps}
          keyOf={({ step }) => String(step)}
          columns={[
            { title: t.step, cell: ({ step }) => step },
            { title: t.component, cell: ({ component }) => component },
            { title: t.action, cell: ({ action, detail }) => `${action}: ${detail}` },
            { title: t.seen, cell: ({ data_seen }) => data_seen },
          ]}
        />
      </Section>
    </>
  );
}
