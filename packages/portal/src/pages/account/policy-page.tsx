import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, take } from "../../api/client.ts";
import { policyQuery } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Select, TextArea } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { Problem } from "../../components/problem.tsx";
import { Facts, Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { policyTexts } from "./policy-texts.ts";

type Policy = Schemas["EntityPolicyResponse"];

export function PolicyPage() {
  const t = useTexts(policyTexts);
  const query = useQuery(policyQuery);
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded query={query}>
        {(policy) => (
          <>
            <Permitted to="call">
              <DryRun policy={policy} />
            </Permitted>
            <Types policy={policy} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Types({ policy }: { readonly policy: Policy }) {
  const t = useTexts(policyTexts);
  const { number } = useFormats();
  const mayKeep = new Set(policy.may_keep);
  return (
    <Section title={t.types}>
      <p className={ui.quiet}>{t.whoChanges}</p>
      <Facts facts={[[t.mayAllow, policy.may_allow ? t.yes : t.no]]} />
      <Table
        caption={t.types}
        rows={Object.keys(policy.types).sort()}
        keyOf={(type) => type}
        columns={[
          { title: t.type, cell: (type) => <code>{type}</code> },
          { title: t.replaced, cell: (type) => (policy.types[type] === true ? t.yes : t.no) },
          { title: t.threshold, cell: (type) => number(policy.thresholds[type] ?? 0) },
          { title: t.mayKeep, cell: (type) => (mayKeep.has(type) ? t.yes : t.no) },
        ]}
      />
    </Section>
  );
}

/** Compares what a text would lose with the current policy and with one more type. */
function DryRun({ policy }: { readonly policy: Policy }) {
  const t = useTexts(policyTexts);
  const [text, setText] = useState("");
  const [type, setType] = useState("");
  const kept = Object.keys(policy.types).filter((name) => policy.types[name] !== true);
  const compare = useMutation({
    mutationFn: async () => {
      const change = type === "" ? {} : { entity_policy: { types: { [type]: true } } };
      const path = "/api/v1/account/preview";
      const before = await take(api.POST(path, { body: { text } }));
      const after = await take(api.POST(path, { body: { text, ...change } }));
      return { before: before.redacted, after: after.redacted };
    },
  });
  return (
    <Section title={t.dry}>
      <p>{t.dryHelp}</p>
      <div className={ui.form}>
        <Select
          label={t.also}
          value={type}
          options={[["", t.none], ...kept.map((name) => [name, name] as const)]}
          onChange={setType}
        />
        <TextArea label={t.text} value={text} onChange={(event) => setText(event.target.value)} />
        <div>
          <Button
            disabled={text.trim() === "" || compare.isPending}
            onClick={() => compare.mutate()}
          >
            {t.compare}
          </Button>
        </div>
      </div>
      {compare.error !== null && <Problem error={compare.error} />}
      {compare.data !== undefined && (
        <div role="status">
          <Facts
            facts={[
              [t.before, compare.data.before],
              [t.after, compare.data.after],
            ]}
          />
        </div>
      )}
    </Section>
  );
}
