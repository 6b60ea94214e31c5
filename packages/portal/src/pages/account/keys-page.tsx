import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, take } from "../../api/client.ts";
import { historyQuery, keysQuery } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import type { KeyActions } from "../../components/keys/key-dialogs.tsx";
import { keysTexts } from "../../components/keys/keys-texts.ts";
import { ManagedKeys } from "../../components/keys/managed-keys.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import { firstOfDays, lastDays } from "../audit/last-days.ts";
import { ProviderKey } from "./provider-key.tsx";

const OWN: KeyActions = {
  shown: keysQuery.queryKey,
  issue: (body) => take(api.POST("/api/v1/account/keys", { body })),
  rotate: (key_id, grace_seconds) =>
    take(
      api.POST("/api/v1/account/keys/{key_id}/rotate", {
        params: { path: { key_id } },
        body: { grace_seconds },
      }),
    ),
  revoke: (key_id) =>
    take(api.DELETE("/api/v1/account/keys/{key_id}", { params: { path: { key_id } } })),
};

export function KeysPage() {
  const t = useTexts(keysTexts);
  const query = useQuery(keysQuery);
  const callsOf = useCallsByKey();
  const mayChange = useMay("keys");
  return (
    <Page title={t.title} lead={t.lead}>
      <Section title={t.list}>
        {!mayChange && <p className={ui.quiet}>{t.readOnly}</p>}
        <Loaded query={query}>
          {({ keys }) => (
            <ManagedKeys
              keys={keys}
              {...(callsOf && { callsOf })}
              {...(mayChange && { actions: OWN })}
            />
          )}
        </Loaded>
      </Section>
      {useMay("account") && <ProviderKey />}
    </Page>
  );
}

const DAYS = 30;

/** Returns undefined while it is loading. The keys are shown without it, also when that fails. */
function useCallsByKey() {
  const [now] = useState(() => new Date());
  const since = firstOfDays(DAYS, now).toISOString().slice(0, "2027-01-31".length);
  const { data } = useQuery(historyQuery("day", since));
  if (data === undefined) return undefined;
  const days = new Map(data.spans.map(({ name, keys }) => [name, keys]));
  return (keyId: string) =>
    lastDays(DAYS, now).map((day) => days.get(day)?.find(({ name }) => name === keyId)?.count ?? 0);
}
