import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, take } from "../../api/client.ts";
import { keysQuery } from "../../api/queries.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { Select } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import { keysTexts } from "./keys-texts.ts";

interface Closable {
  readonly onClose: () => void;
}

interface OfKey extends Closable {
  readonly keyId: string;
}

/**
 * Issues a key. The list is read again only when the new key is stored: a rotation may have ended
 * this session, and the reading that finds this out takes the page away.
 */
function useNewKey<Issued>(mutationFn: () => Promise<Issued>, onClose: () => void) {
  const queries = useQueryClient();
  const issue = useMutation({ mutationFn });
  const onStored = () => {
    onClose();
    void queries.invalidateQueries({ queryKey: keysQuery.queryKey });
  };
  return { issue, onStored };
}

export function MakeKey({ onClose }: Closable) {
  const t = useTexts(keysTexts);
  const [family, setFamily] = useState<"svc" | "gw_live">("svc");
  const [keyClass, setKeyClass] = useState<"standard" | "developer">("standard");
  const { issue: make, onStored } = useNewKey(() => {
    // Developer keys exist only in the family gw_live.
    const body =
      keyClass === "developer" ? { family: "gw_live" as const, class: keyClass } : { family };
    return take(api.POST("/api/v1/account/keys", { body }));
  }, onClose);
  if (make.data !== undefined) return <NewKey apiKey={make.data.api_key} onClose={onStored} />;
  return (
    <Dialog title={t.make} onClose={onClose}>
      <Select
        label={t.family}
        value={keyClass === "developer" ? "gw_live" : family}
        options={[
          ["svc", t.families.svc],
          ["gw_live", t.families.gw_live],
        ]}
        onChange={setFamily}
      />
      <Select
        label={t.class}
        value={keyClass}
        options={[
          ["standard", t.classes.standard],
          ["developer", t.classes.developer],
        ]}
        onChange={setKeyClass}
      />
      {make.error !== null && <Problem error={make.error} />}
      <div>
        <Button disabled={make.isPending} onClick={() => make.mutate()}>
          {t.make}
        </Button>
      </div>
    </Dialog>
  );
}

type Grace = "0" | "3600" | "86400";
/** In seconds. The API allows at most 24 hours. */
const GRACES: readonly Grace[] = ["0", "3600", "86400"];

export function RotateKey({ keyId, onClose }: OfKey) {
  const t = useTexts(keysTexts);
  const [grace, setGrace] = useState<Grace>("3600");
  const { issue: rotate, onStored } = useNewKey(
    () =>
      take(
        api.POST("/api/v1/account/keys/{key_id}/rotate", {
          params: { path: { key_id: keyId } },
          body: { grace_seconds: Number(grace) },
        }),
      ),
    onClose,
  );
  if (rotate.data !== undefined) return <NewKey apiKey={rotate.data.api_key} onClose={onStored} />;
  return (
    <Dialog title={t.rotateTitle(keyId)} onClose={onClose}>
      <p>{t.rotateHelp}</p>
      <Select
        label={t.grace}
        value={grace}
        options={GRACES.map((seconds) => [seconds, t.graces[seconds]])}
        onChange={setGrace}
      />
      {rotate.error !== null && <Problem error={rotate.error} />}
      <div>
        <Button disabled={rotate.isPending} onClick={() => rotate.mutate()}>
          {t.rotate}
        </Button>
      </div>
    </Dialog>
  );
}

export function RevokeKey({ keyId, onClose }: OfKey) {
  const t = useTexts(keysTexts);
  const revoke = useChange(keysQuery.queryKey, () =>
    take(api.DELETE("/api/v1/account/keys/{key_id}", { params: { path: { key_id: keyId } } })),
  );
  return (
    <Confirm
      title={t.revokeTitle(keyId)}
      name={keyId}
      action={t.revoke}
      error={revoke.error}
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t.revokeHelp}</p>
    </Confirm>
  );
}

function NewKey({ apiKey, onClose }: { readonly apiKey: string } & Closable) {
  const t = useTexts(keysTexts);
  return (
    <Dialog title={t.issued}>
      <p>{t.issuedHelp}</p>
      <code className={ui.secret}>{apiKey}</code>
      <div className={ui.row}>
        <CopyButton text={apiKey} />
        <Button onClick={onClose}>{t.stored}</Button>
      </div>
    </Dialog>
  );
}
