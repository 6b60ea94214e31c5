import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../../api/client.ts";
import { useChange } from "../../api/use-change.ts";
import { useTexts } from "../../language.tsx";
import { Button } from "../button.tsx";
import { ConfirmChange, Dialog } from "../dialog.tsx";
import { Select } from "../field.tsx";
import { useShowKey } from "../issued-key.tsx";
import { Problem } from "../problem.tsx";
import { keysTexts } from "./keys-texts.ts";

type Issued = { readonly api_key: string };

/** The operations on keys: the customer's own, or the operators'. */
export interface KeyActions {
  /** What shows the keys, and is read again after a change. */
  readonly shown: QueryKey;
  readonly issue: (body: Schemas["IssueKeyRequest"]) => Promise<Issued>;
  readonly rotate: (keyId: string, graceSeconds: number) => Promise<Issued>;
  readonly revoke: (keyId: string) => Promise<unknown>;
}

interface Closable {
  readonly actions: KeyActions;
  readonly onClose: () => void;
}

interface OfKey extends Closable {
  readonly keyId: string;
}

/** Issues a key, shows it, and reads the list again. */
function useNewKey(mutationFn: () => Promise<Issued>, { actions, onClose }: Closable) {
  const t = useTexts(keysTexts);
  const queries = useQueryClient();
  const show = useShowKey();
  return useMutation({
    mutationFn,
    onSuccess({ api_key: apiKey }) {
      show({ apiKey, title: t.issued, help: t.issuedHelp, stored: t.stored });
      onClose();
      void queries.invalidateQueries({ queryKey: actions.shown });
    },
  });
}

export function MakeKey(props: Closable) {
  const { actions, onClose } = props;
  const t = useTexts(keysTexts);
  const [family, setFamily] = useState<"svc" | "gw_live">("svc");
  const [keyClass, setKeyClass] = useState<"standard" | "developer">("standard");
  const make = useNewKey(() => {
    // Developer keys exist only in the family gw_live.
    const body =
      keyClass === "developer" ? { family: "gw_live" as const, class: keyClass } : { family };
    return actions.issue(body);
  }, props);
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

export function RotateKey(props: OfKey) {
  const { keyId, actions, onClose } = props;
  const t = useTexts(keysTexts);
  const [grace, setGrace] = useState<Grace>("3600");
  const rotate = useNewKey(() => actions.rotate(keyId, Number(grace)), props);
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

export function RevokeKey({ keyId, actions, onClose }: OfKey) {
  const t = useTexts(keysTexts);
  const revoke = useChange(actions.shown, () => actions.revoke(keyId));
  return (
    <ConfirmChange
      title={t.revokeTitle(keyId)}
      name={keyId}
      action={t.revoke}
      change={revoke}
      onClose={onClose}
    >
      <p>{t.revokeHelp}</p>
    </ConfirmChange>
  );
}
