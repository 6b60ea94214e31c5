import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiFailure, type Schemas, take } from "../../api/client.ts";
import { OPERATOR, operatorApi } from "../../api/operator.ts";
import { isolationQuery } from "../../api/queries.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import { Facts, Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { Isolation } from "../open/status-page.tsx";
import { operatorTexts } from "./operator-texts.ts";
import { readCheckpoint } from "./read-checkpoint.ts";

type Backlog = Schemas["AdminBacklogResponse"];

const WAITING = [
  ...["jobs", "job_outbox", "event_outbox", "certificates", "unproven_batches"],
] as const satisfies readonly (keyof Backlog)[];

export function DeploymentPage() {
  const t = useTexts(operatorTexts);
  const queries = useQueryClient();
  const stats = useQuery({
    queryKey: [OPERATOR, "stats"],
    queryFn: () => take(operatorApi.GET("/api/v1/admin/stats")),
  });
  const backlog = useQuery({
    queryKey: [OPERATOR, "backlog"],
    queryFn: () => take(operatorApi.GET("/api/v1/admin/backlog")),
  });
  const isolation = useQuery(isolationQuery);
  const readAgain = () => {
    void queries.invalidateQueries({ queryKey: [OPERATOR] });
    void queries.invalidateQueries({ queryKey: isolationQuery.queryKey });
  };
  return (
    <Page title={t.pages["/operators"]} lead={t.deploymentLead}>
      <Section title={t.numbers}>
        <Loaded query={stats}>{(read) => <Numbers stats={read} />}</Loaded>
      </Section>
      <Section title={t.isolation}>
        <Loaded query={isolation}>{(read) => <Isolation isolation={read} />}</Loaded>
      </Section>
      <Section title={t.waiting}>
        <Loaded query={backlog}>{(read) => <Waiting backlog={read} />}</Loaded>
      </Section>
      <AuditLog />
      <div>
        <Button kind="quiet" onClick={readAgain}>
          {t.again}
        </Button>
      </div>
    </Page>
  );
}

function Numbers({ stats }: { readonly stats: Schemas["AdminStatsResponse"] }) {
  const t = useTexts(operatorTexts).stats;
  const { number } = useFormats();
  const { free, pro, enterprise } = stats.customers;
  return (
    <Facts
      facts={[
        [t.customers, [free, pro, enterprise].map(number).join(", ")],
        [t.organizations, number(stats.organizations)],
        [t.keys, number(stats.active_keys)],
        [t.sessions, number(stats.active_sessions)],
        [t.users, number(stats.users)],
        [t.used, number(stats.used)],
        [t.usedByDevelopers, number(stats.used_by_developer_keys)],
      ]}
    />
  );
}

function Waiting({ backlog }: { readonly backlog: Backlog }) {
  const t = useTexts(operatorTexts);
  const { number, dateTime } = useFormats();
  const rows = WAITING.map((name) => ({ name: t.backlog[name], ...backlog[name] }));
  return (
    <>
      <Table
        caption={t.waiting}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { title: t.what, cell: ({ name }) => name },
          { title: t.count, cell: ({ waiting }) => number(waiting) },
          { title: t.since, cell: ({ oldest_at: at }) => at !== undefined && dateTime(at) },
        ]}
      />
      <Facts facts={[[t.refused, number(backlog.event_outbox.refused)]]} />
      <h3>{t.queues}</h3>
      <Queues queues={backlog.queues} />
    </>
  );
}

function Queues({ queues }: Pick<Backlog, "queues">) {
  const t = useTexts(operatorTexts);
  const { number } = useFormats();
  if (queues === null) return <p className={ui.warn}>{t.brokerSilent}</p>;
  return (
    <Table
      caption={t.queues}
      rows={queues}
      keyOf={({ queue }) => queue}
      empty={t.noBroker}
      columns={[
        { title: t.queue, cell: ({ queue }) => <code>{queue}</code> },
        { title: t.messages, cell: ({ messages }) => number(messages) },
        {
          title: t.what,
          cell: ({ dead_letters, messages }) =>
            dead_letters && (
              <Badge tone={messages === 0 ? "neutral" : "bad"}>{t.deadLetters}</Badge>
            ),
        },
      ]}
    />
  );
}

function AuditLog() {
  const t = useTexts(operatorTexts);
  const { number, dateTime } = useFormats();
  const checkpoint = useQuery({
    queryKey: [OPERATOR, "checkpoint"],
    queryFn: async () => {
      const read = take(operatorApi.GET("/api/v1/admin/audit/checkpoint"));
      const found = await read.catch((error: unknown) => {
        if (error instanceof ApiFailure && error.code === "not_found") return null;
        throw error;
      });
      return found && readCheckpoint(found.checkpoint);
    },
  });
  const verify = useMutation({
    mutationFn: () => take(operatorApi.GET("/api/v1/admin/audit/verification")),
  });
  return (
    <Section title={t.log}>
      <Loaded query={checkpoint}>
        {(found) =>
          found === null ? (
            <p>{t.noCheckpoint}</p>
          ) : (
            <Facts
              facts={[
                [t.logSize, number(found.size)],
                [t.logSigners, found.signers.map(({ name }) => name).join(", ")],
                ...found.signers.flatMap(({ name, at }) =>
                  at === undefined ? [] : [[t.witnessed(name), dateTime(at)] as const],
                ),
              ]}
            />
          )
        }
      </Loaded>
      <div>
        <Button kind="quiet" disabled={verify.isPending} onClick={() => verify.mutate()}>
          {t.verifyLog}
        </Button>
      </div>
      {verify.error !== null && <Problem error={verify.error} />}
      {verify.data !== undefined && <Verification of={verify.data} />}
    </Section>
  );
}

function Verification({ of }: { readonly of: Schemas["AuditVerificationResponse"] }) {
  const t = useTexts(operatorTexts);
  const { number } = useFormats();
  if (of.status === "broken")
    return (
      <p role="alert" className={`${ui.notice} ${ui.bad}`}>
        {t.broken(number(of.broken_seq ?? of.first_seq))}
      </p>
    );
  return <p role="status">{t.verified(number(of.first_seq), number(of.last_seq))}</p>;
}
