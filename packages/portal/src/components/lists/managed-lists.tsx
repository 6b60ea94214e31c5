import type { QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../../api/client.ts";
import { useChange } from "../../api/use-change.ts";
import { useFormats, useTexts } from "../../language.tsx";
import { Button } from "../button.tsx";
import { ConfirmChange, Dialog } from "../dialog.tsx";
import { Select, TextArea } from "../field.tsx";
import { Problem } from "../problem.tsx";
import { Table } from "../table.tsx";
import ui from "../ui.module.css";
import { listsTexts } from "./lists-texts.ts";
import { readEntries } from "./read-entries.ts";

type List = Schemas["EntityListSummary"];
type Kind = List["kind"];

/** The operations on lists: the customer's own, or the operators'. */
export interface ListActions {
  /** What shows the lists, and is read again after a change. */
  readonly shown: QueryKey;
  readonly create: (body: Schemas["EntityListRequest"]) => Promise<unknown>;
  readonly replace: (listId: string, body: Schemas["EntityListRequest"]) => Promise<unknown>;
  readonly remove: (listId: string) => Promise<unknown>;
}

type Act =
  | { readonly kind: "write"; readonly list?: List }
  | { readonly kind: "remove"; readonly list: List };

interface ManagedListsProps {
  readonly lists: readonly List[];
  /** Absent if the reader may only read. */
  readonly actions?: ListActions;
}

/** The entity lists of an account, with the buttons that write and delete them if one may. */
export function ManagedLists({ lists, actions }: ManagedListsProps) {
  const t = useTexts(listsTexts);
  const [act, setAct] = useState<Act>();
  const onClose = () => setAct(undefined);
  if (actions === undefined) return <Lists lists={lists} />;
  return (
    <>
      <div>
        <Button onClick={() => setAct({ kind: "write" })}>{t.make}</Button>
      </div>
      <Lists lists={lists} onAct={setAct} />
      {act?.kind === "write" && <WriteList list={act.list} actions={actions} onClose={onClose} />}
      {act?.kind === "remove" && <RemoveList list={act.list} actions={actions} onClose={onClose} />}
    </>
  );
}

interface ListsProps {
  readonly lists: readonly List[];
  /** Absent: the table has no buttons. */
  readonly onAct?: (act: Act) => void;
}

function Lists({ lists, onAct }: ListsProps) {
  const t = useTexts(listsTexts);
  const { dateTime, number } = useFormats();
  const buttons = (act: (act: Act) => void) => (list: List) => (
    <div className={ui.row}>
      <Button
        kind="quiet"
        aria-label={t.replaceTitle(list.list_id)}
        onClick={() => act({ kind: "write", list })}
      >
        {t.replace}
      </Button>
      <Button
        kind="danger"
        aria-label={t.removeTitle(list.list_id)}
        onClick={() => act({ kind: "remove", list })}
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
        ...(onAct ? [{ title: t.actions, cell: buttons(onAct) }] : []),
      ]}
    />
  );
}

interface WriteListProps {
  readonly list: List | undefined;
  readonly actions: ListActions;
  readonly onClose: () => void;
}

function WriteList({ list, actions, onClose }: WriteListProps) {
  const t = useTexts(listsTexts);
  const [kind, setKind] = useState<Kind>(list?.kind ?? "deny");
  const [text, setText] = useState("");
  const entries = readEntries(text);
  const write = useChange(actions.shown, (body: Schemas["EntityListRequest"]) =>
    list === undefined ? actions.create(body) : actions.replace(list.list_id, body),
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
  readonly actions: ListActions;
  readonly onClose: () => void;
}

function RemoveList({ list, actions, onClose }: RemoveListProps) {
  const t = useTexts(listsTexts);
  const { number } = useFormats();
  const { list_id } = list;
  const remove = useChange(actions.shown, () => actions.remove(list_id));
  return (
    <ConfirmChange
      title={t.removeTitle(list_id)}
      name={list_id}
      action={t.remove}
      change={remove}
      onClose={onClose}
    >
      <p>{t.removeHelp(number(list.entry_count))}</p>
    </ConfirmChange>
  );
}
