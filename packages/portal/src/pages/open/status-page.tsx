import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiFailure, api, type Schemas, take } from "../../api/client.ts";
import { isolationQuery } from "../../api/queries.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Facts } from "../../components/table.tsx";
import { useFormats, useTexts } from "../../language.tsx";
import { statusTexts } from "./status-texts.ts";

/** Readiness. A gateway that is not ready answers 503 with the same body. */
const readyQuery = queryOptions({
  queryKey: ["ready"],
  queryFn: async (): Promise<Schemas["ReadyResponse"]> => {
    const response = await fetch("/ready", { cache: "no-store" }).catch(() => undefined);
    if (response?.ok || response?.status === 503) return await response.json();
    throw new ApiFailure({ error: "offline", message: "The gateway did not answer" });
  },
});

const manifestQuery = queryOptions({
  queryKey: ["manifest"],
  queryFn: () => take(api.GET("/.well-known/veil-keys.json")),
});

export function StatusPage() {
  const t = useTexts(statusTexts);
  const queries = useQueryClient();
  const [ready, isolation, manifest] = [
    useQuery(readyQuery),
    useQuery(isolationQuery),
    useQuery(manifestQuery),
  ];
  const readAgain = () => {
    for (const { queryKey } of [readyQuery, isolationQuery, manifestQuery])
      void queries.invalidateQueries({ queryKey });
  };
  return (
    <Page title={t.title} lead={t.lead}>
      <Section title={t.ready}>
        <Loaded query={ready}>{(read) => <Readiness ready={read} />}</Loaded>
      </Section>
      <Section title={t.isolation}>
        <Loaded query={isolation}>{(read) => <Isolation isolation={read} />}</Loaded>
      </Section>
      <Section title={t.keys}>
        <Loaded query={manifest}>{(read) => <Manifest manifest={read} />}</Loaded>
      </Section>
      <div>
        <Button kind="quiet" onClick={readAgain}>
          {t.again}
        </Button>
      </div>
    </Page>
  );
}

function Readiness({ ready: { status, checks } }: { readonly ready: Schemas["ReadyResponse"] }) {
  const t = useTexts(statusTexts);
  const isReady = status === "ready";
  return (
    <>
      <p>
        <Badge tone={isReady ? "good" : "bad"}>{isReady ? t.isReady : t.isNotReady}</Badge>
      </p>
      <Facts facts={checks.map(({ name, ok }) => [name, ok ? t.ok : t.notOk])} />
    </>
  );
}

/** What the probes found about the sandboxes. */
export function Isolation({ isolation }: { readonly isolation: Schemas["InvariantResponse"] }) {
  const t = useTexts(statusTexts);
  const { dateTime } = useFormats();
  const { holds, probed_at: at } = isolation;
  return (
    <>
      <p>
        <Badge tone={holds ? "good" : "bad"}>{holds ? t.holds : t.unproven}</Badge>
      </p>
      <Facts
        facts={[
          [t.aToB, isolation.sandbox_a_to_sandbox_b],
          [t.bToA, isolation.sandbox_b_to_sandbox_a],
          [t.enforcedBy, isolation.enforced_by],
          [t.probedAt, at === null ? t.never : dateTime(at)],
        ]}
      />
    </>
  );
}

function Manifest({ manifest }: { readonly manifest: Schemas["VeilKeysManifest"] }) {
  const t = useTexts(statusTexts);
  const { dateTime, number } = useFormats();
  const active = manifest.keys.filter(({ key_state }) => key_state === "active");
  return (
    <Facts
      facts={[
        [t.issuer, manifest.issuer],
        [t.version, number(manifest.version)],
        [t.signedAt, dateTime(manifest.signed_at)],
        [t.witness, "signatures" in manifest ? t.yes : t.no],
        [t.active, active.map(({ service_id, key_id }) => `${service_id} ${key_id}`).join(", ")],
      ]}
    />
  );
}
