import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, take } from "../../api/client.ts";
import { useMay } from "../../api/session.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { Select, TextArea } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { Problem } from "../../components/problem.tsx";
import { Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { listsTexts } from "./lists-texts.ts";
import { readEntries } from "./read-entries.ts";

type List = Schemas["EntityListSummary"];
type Kind = List["kind"];

const PATH = "/api/v1/account/entity-lists";
const listsQuery = queryOptions({
  queryKey: ["lists"],
  queryFn: () => take(api.GET(PATH)),
});

type Act =
  | { readonly kind: "write"; readonly list?: List }
  | { readonly kind: "remove"; readonly list: List };

export function ListsPage() {
  const t = useTexts(listsTexts);
  const query = useQuery(listsQuery);
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  return (
    <Page title={t.title} lead={t.lead}>
      <Section title={t.list}>
        <Permitted to="account">
          <div>
            <Button onClick={() => setAct({ kind: "write" })}>{t.make}</Button>
          </div>
        </Permitted>
        <Loaded query={query}>{({ lists }) => <Lists lists={lists} onAct={setAct} />}</Loaded>
      </Section>
      {act?.kind === "write" && <WriteList list={act.list} onClose={close} />}
      {act?.kind === "remove" && <RemoveList list={act.list} onClose={close} />}
    </Page>
  );
}

interface ListsProps {
  readonly lists: readonly List[];
  readonly onAct: (act: Act) => void;
}

function Lists({ lists, onAct }: ListsProps) {
  const t = useTexts(listsTexts);
  const { dateTime, number } = useFormats();
  const mayChange = useMay("account");
  const actions = (list: List) => (
    <div className={ui.row}>
      <Button
        kind="quiet"
        aria-label={t.replaceTitle(list.list_id)}
        onClick={() => onAct({ kind: "write", list })}
      >
        {t.replace}
      </Button>
      <Button
        kind="danger"
        aria-label={t.removeTitle(list.list_id)}
        onClick={() => onAct({ kind: "remove", list })}
      >
        {t.remove}
      </Button>
    </div>
  );
  return (
    <Table
      caption={t.list}
      rows={lists}
      keyOf={({ list_id }) => list_id}
      columns={[
        { title: t.id, cell: ({ list_id }) => <code>{list_id}</code> },
        { title: t.kind, cell: ({ kind }) => t.kinds[kind] },
        { title: t.entryCount, cell: ({ entry_count }) => number(entry_count) },
        { title: t.version, cell: ({ version }) => number(version) },
        { title: t.updated, cell: ({ updated_at }) => dateTime(updated_at) },
        ...(mayChange ? [{ title: t.actions, cell: actions }] : []),
      ]}
    />
  );
}

interface WriteListProps {
  readonly list: List | undefined;
  readonly onClose: () => void;
}

function WriteList({ list, onClose }: WriteListProps) {
  const t = useTexts(listsTexts);
  const [kind, setKind] = useState<Kind>(list?.kind ?? "deny");
  const [text, setText] = useState("");
  const entries = readEntries(text);
  const write = useChange(listsQuery.queryKey, (body: Schemas["EntityListRequest"]) =>
    list === undefined
      ? take(api.POST(PATH, { body }))
      : take(api.PUT(`${PATH}/{list_id}`, { params: { path: { list_id: list.list_id } }, body })),
  );
  const store = () => write.mutate({ kind, entries }, { onSuccess: onClose });
  return (
    <Dialog title={list === undefined ? t.make : t.replaceTitle(list.list_id)} onClose={onClose}>
      <Select
        label={t.kind}
        value={kind}
        options={[
          ["deny", t.kinds.deny],
          ["allow", t.kinds.allow],
        ]}
        onChange={setKind}
      />
      <TextArea
        label={t.entries}
        hint={t.entriesHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p role="status">{t.count(entries.length)}</p>
      {write.error !== null && <Problem error={write.error} />}
      <div>
        <Button disabled={entries.length === 0 || write.isPending} onClick={store}>
          {t.store}
        </Button>
      </div>
    </Dialog>
  );
}

interface RemoveListProps {
  readonly list: List;
  readonly onClose: () => void;
}

function RemoveList({ list, onClose }: RemoveListProps) {
  const t = useTexts(listsTexts);
  const { number } = useFormats();
  const { list_id } = list;
  const remove = useChange(listsQuery.queryKey, () =>
    take(api.DELETE(`${PATH}/{list_id}`, { params: { path: { list_id } } })),
  );
  return (
    <Confirm
      title={t.removeTitle(list_id)}
      name={list_id}
      action={t.remove}
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t.removeHelp(number(list.entry_count))}</p>
    </Confirm>
  );
}
