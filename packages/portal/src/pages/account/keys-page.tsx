import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../../api/client.ts";
import { keysQuery } from "../../api/queries.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { MakeKey, RevokeKey, RotateKey } from "./key-dialogs.tsx";
import { keysTexts } from "./keys-texts.ts";
import { ProviderKey } from "./provider-key.tsx";

type Key = Schemas["KeySummary"];
type Act =
  | { readonly kind: "rotate" | "revoke"; readonly keyId: string }
  | { readonly kind: "make" };

export function KeysPage() {
  const t = useTexts(keysTexts);
  const query = useQuery(keysQuery);
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  return (
    <Page title={t.title} lead={t.lead}>
      <Section title={t.list}>
        <div>
          <Button onClick={() => setAct({ kind: "make" })}>{t.make}</Button>
        </div>
        <Loaded query={query}>{({ keys }) => <Keys keys={keys} onAct={setAct} />}</Loaded>
      </Section>
      <ProviderKey />
      {act?.kind === "make" && <MakeKey onClose={close} />}
      {act?.kind === "rotate" && <RotateKey keyId={act.keyId} onClose={close} />}
      {act?.kind === "revoke" && <RevokeKey keyId={act.keyId} onClose={close} />}
    </Page>
  );
}

interface KeysProps {
  readonly keys: readonly Key[];
  readonly onAct: (act: Act) => void;
}

function Keys({ keys, onAct }: KeysProps) {
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
    { title: t.actions, cell: (key: Key) => <Actions of={key} onAct={onAct} /> },
  ];
  return <Table caption={t.list} rows={keys} keyOf={({ key_id }) => key_id} columns={columns} />;
}

function KeyState({ of: { revoked_at, expires_at } }: { readonly of: Key }) {
  const t = useTexts(keysTexts);
  const { dateTime } = useFormats();
  if (revoked_at !== undefined) return <Badge tone="bad">{t.states.revoked}</Badge>;
  if (expires_at === undefined) return <Badge tone="good">{t.states.valid}</Badge>;
  return (
    <>
      <Badge tone="warn">{t.states.replaced}</Badge> {t.until(dateTime(expires_at))}
    </>
  );
}

function Actions({ of: key, onAct }: { readonly of: Key; readonly onAct: KeysProps["onAct"] }) {
  const t = useTexts(keysTexts);
  const { key_id: keyId, revoked_at, expires_at } = key;
  if (revoked_at !== undefined) return null;
  return (
    <div className={ui.row}>
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
    </div>
  );
}
