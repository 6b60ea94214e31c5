import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, type Schemas, take } from "../../api/client.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Select, TextField } from "../../components/field.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Paged } from "../../components/paged.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { ProOnly } from "../../components/pro-only.tsx";
import { Problem } from "../../components/problem.tsx";
import { Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { REQUESTS_KEY, RequestDetails } from "./request-details.tsx";
import { requestsTexts } from "./requests-texts.ts";

type Type = Schemas["SubjectRequestType"];
type Kind = "value" | "customer";

const PATH = "/api/v1/compliance/dsar";

export function RequestsPage() {
  const t = useTexts(requestsTexts);
  const [opened, setOpened] = useState<string>();
  return (
    <Page title={t.title} lead={t.lead}>
      <ProOnly>
        <Permitted to="account">
          <NewRequest onMade={setOpened} />
        </Permitted>
        {opened !== undefined && <RequestDetails key={opened} requestId={opened} />}
        <Requests onOpen={setOpened} />
      </ProOnly>
    </Page>
  );
}

function NewRequest({ onMade }: { readonly onMade: (id: string) => void }) {
  const t = useTexts(requestsTexts);
  const queries = useQueryClient();
  const [type, setType] = useState<Type>("access");
  const [kind, setKind] = useState<Kind>("value");
  const make = useMutation({
    mutationFn: (subject: Schemas["RequestSubject"]) =>
      take(api.POST(PATH, { body: { subject_request_type: type, subject } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: REQUESTS_KEY }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const value = String(new FormData(form).get("value"));
    make.mutate(kind === "customer" ? { kind } : { kind, value }, {
      onSuccess: ({ subject_request_id: id }) => {
        form.reset();
        onMade(id);
      },
    });
  };
  return (
    <Section title={t.make}>
      <form className={ui.form} onSubmit={submit}>
        <Select
          label={t.type}
          value={type}
          options={[
            ["access", t.types.access],
            ["portability", t.types.portability],
            ["erasure", t.types.erasure],
          ]}
          onChange={setType}
        />
        <Select
          label={t.subject}
          value={kind}
          options={[
            ["value", t.subjects.value],
            ["customer", t.subjects.customer],
          ]}
          onChange={setKind}
        />
        {kind === "value" && (
          <TextField label={t.value} hint={t.valueHint} name="value" maxLength={256} required />
        )}
        <div>
          <Button type="submit" disabled={make.isPending}>
            {t.submit}
          </Button>
        </div>
        {make.error !== null && <Problem error={make.error} />}
      </form>
      {make.data?.opening !== undefined && (
        <div role="status">
          <p>{t.openingHelp}</p>
          <code className={ui.secret}>{make.data.opening}</code>
        </div>
      )}
    </Section>
  );
}

const TONES = {
  pending: "warn",
  in_progress: "warn",
  completed: "good",
  cancelled: "neutral",
} as const;

function Requests({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const t = useTexts(requestsTexts);
  const query = useInfiniteQuery({
    queryKey: REQUESTS_KEY,
    queryFn: ({ pageParam: cursor }) =>
      take(api.GET(PATH, { params: { query: cursor === "" ? {} : { cursor } } })),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  return (
    <Section title={t.list}>
      <Paged query={query}>
        {(pages) => <RequestTable rows={pages.flatMap((page) => page.requests)} onOpen={onOpen} />}
      </Paged>
    </Section>
  );
}

interface RequestTableProps {
  readonly rows: readonly Schemas["SubjectRequest"][];
  readonly onOpen: (id: string) => void;
}

function RequestTable({ rows, onOpen }: RequestTableProps) {
  const t = useTexts(requestsTexts);
  const { date, dateTime } = useFormats();
  return (
    <Table
      caption={t.list}
      rows={rows}
      keyOf={({ subject_request_id }) => subject_request_id}
      empty={t.none}
      columns={[
        { title: t.id, cell: ({ subject_request_id }) => <code>{subject_request_id}</code> },
        { title: t.type, cell: ({ subject_request_type }) => t.types[subject_request_type] },
        { title: t.received, cell: ({ received_time }) => dateTime(received_time) },
        { title: t.due, cell: ({ expected_completion_time }) => date(expected_completion_time) },
        {
          title: t.state,
          cell: ({ request_status: state }) => <Badge tone={TONES[state]}>{t.states[state]}</Badge>,
        },
        {
          title: t.actions,
          cell: ({ subject_request_id: id }) => (
            <Button kind="quiet" aria-label={t.openOf(id)} onClick={() => onOpen(id)}>
              {t.open}
            </Button>
          ),
        },
      ]}
    />
  );
}
