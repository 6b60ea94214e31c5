import { type ReactNode, useEffect, useState } from "react";
import type { Schemas } from "../../api/client.ts";
import { useFormats, useTexts } from "../../language.tsx";
import { Badge } from "../badge.tsx";
import { Sparkline } from "../bar-chart.tsx";
import { Button } from "../button.tsx";
import { Table } from "../table.tsx";
import ui from "../ui.module.css";
import { type KeyActions, MakeKey, RevokeKey, RotateKey } from "./key-dialogs.tsx";
import { keysTexts } from "./keys-texts.ts";

type Key = Schemas["KeySummary"];
type Act =
  | { readonly kind: "rotate" | "revoke"; readonly keyId: string }
  | { readonly kind: "make" };

interface ManagedKeysProps {
  readonly keys: readonly Key[];
  /** Returns the calls of a key on each of the last days. */
  readonly callsOf?: (keyId: string) => readonly number[];
  /** Absent if the reader may only read. */
  readonly actions?: KeyActions;
  /** What else can be done with a key. */
  readonly more?: (key: Key) => ReactNode;
}

/** The keys of an account, with the buttons that make, rotate and revoke them if one may. */
export function ManagedKeys({ keys, callsOf, actions, more }: ManagedKeysProps) {
  const t = useTexts(keysTexts);
  const [act, setAct] = useState<Act>();
  const onClose = () => setAct(undefined);
  const shown = { keys, ...(callsOf && { callsOf }) };
  if (actions === undefined) return <Keys {...shown} />;
  return (
    <>
      <div>
        <Button onClick={() => setAct({ kind: "make" })}>{t.make}</Button>
      </div>
      <Keys {...shown} onAct={setAct} {...(more && { more })} />
      {act?.kind === "make" && <MakeKey actions={actions} onClose={onClose} />}
      {act?.kind === "rotate" && (
        <RotateKey keyId={act.keyId} actions={actions} onClose={onClose} />
      )}
      {act?.kind === "revoke" && (
        <RevokeKey keyId={act.keyId} actions={actions} onClose={onClose} />
      )}
    </>
  );
}

interface KeysProps extends Pick<ManagedKeysProps, "keys" | "callsOf" | "more"> {
  /** Absent: the table has no buttons. */
  readonly onAct?: (act: Act) => void;
}

function Keys({ keys, callsOf, onAct, more }: KeysProps) {
  const t = useTexts(keysTexts);
  const { dateTime } = useFormats();
  const columns = [
    { title: t.key, cell: ({ key_id, family }: Key) => <code>{`${family}_${key_id}…`}</code> },
    { title: t.class, cell: ({ class: name }: Key) => t.classes[name] },
    { title: t.created, cell: (key: Key) => dateTime(key.created_at) },
    {
      title: t.lastUsed,
      cell: ({ last_used_at: at }: Key) => (at === undefined ? t.never : dateTime(at)),
    },
    { title: t.state, cell: (key: Key) => <KeyState of={key} /> },
  ];
  const calls = callsOf && {
    title: t.calls,
    cell: ({ key_id }: Key) => <Calls counts={callsOf(key_id)} />,
  };
  const buttons = {
    title: t.actions,
    cell: (key: Key) => (
      <div className={ui.row}>
        {onAct && <Actions of={key} onAct={onAct} />}
        {more?.(key)}
      </div>
    ),
  };
  return (
    <Table
      caption={t.list}
      rows={keys}
      keyOf={({ key_id }) => key_id}
      columns={[...columns, ...(calls ? [calls] : []), ...(onAct ? [buttons] : [])]}
    />
  );
}

function Calls({ counts }: { readonly counts: readonly number[] }) {
  const t = useTexts(keysTexts);
  const { number } = useFormats();
  const sum = counts.reduce((total, count) => total + count, 0);
  return <Sparkline label={t.callsIn(number(sum), counts.length)} counts={counts} />;
}

function KeyState({ of: { revoked_at, expires_at } }: { readonly of: Key }) {
  const t = useTexts(keysTexts);
  if (revoked_at !== undefined) return <Badge tone="bad">{t.states.revoked}</Badge>;
  if (expires_at === undefined) return <Badge tone="good">{t.states.valid}</Badge>;
  return (
    <>
      <Badge tone="warn">{t.states.replaced}</Badge> <Grace until={expires_at} />
    </>
  );
}

const MINUTE_MS = 60_000;

/** Counts down to the end of a key that was replaced. */
function Grace({ until }: { readonly until: string }) {
  const t = useTexts(keysTexts);
  const { dateTime } = useFormats();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, []);
  const left = Math.ceil((Date.parse(until) - now) / MINUTE_MS);
  return left > 0 ? t.until(dateTime(until), left) : t.ended;
}

interface ActionsProps {
  readonly of: Key;
  readonly onAct: (act: Act) => void;
}

function Actions({ of: key, onAct }: ActionsProps) {
  const t = useTexts(keysTexts);
  const { key_id: keyId, revoked_at, expires_at } = key;
  if (revoked_at !== undefined) return null;
  return (
    <>
      {expires_at === undefined && (
        <Button
          kind="quiet"
          aria-label={t.rotateTitle(keyId)}
          onClick={() => onAct({ kind: "rotate", keyId })}
        >
          {t.rotate}
        </Button>
      )}
      <Button
        kind="danger"
        aria-label={t.revokeTitle(keyId)}
        onClick={() => onAct({ kind: "revoke", keyId })}
      >
        {t.revoke}
      </Button>
    </>
  );
}
