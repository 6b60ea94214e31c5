import { useQuery } from "@tanstack/react-query";
import { api, take } from "../../api/client.ts";
import { keysQuery } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import type { KeyActions } from "../../components/keys/key-dialogs.tsx";
import { keysTexts } from "../../components/keys/keys-texts.ts";
import { ManagedKeys } from "../../components/keys/managed-keys.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
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
  const mayChange = useMay("keys");
  return (
    <Page title={t.title} lead={t.lead}>
      <Section title={t.list}>
        {!mayChange && <p className={ui.quiet}>{t.readOnly}</p>}
        <Loaded query={query}>
          {({ keys }) => <ManagedKeys keys={keys} {...(mayChange && { actions: OWN })} />}
        </Loaded>
      </Section>
      {useMay("account") && <ProviderKey />}
    </Page>
  );
}
