import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/field.tsx";
import { Section } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import { Facts, Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import { certificatesTexts } from "./certificates-texts.ts";
import {
  type VerifiedBlock,
  type VerifiedContent,
  type VerifiedStep,
  verifyCertificate,
} from "./verifier.ts";

/** Verifies one certificate in this browser, step by step. */
export function VerifyCertificate({ requestId }: { readonly requestId: string }) {
  const t = useTexts(certificatesTexts);
  const verify = useMutation({
    mutationFn: (form: FormData) =>
      verifyCertificate(requestId, {
        pins: String(form.get("pins")),
        witnesses: String(form.get("witnesses")),
      }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    verify.mutate(new FormData(event.currentTarget));
  };
  return (
    <Section title={t.verifyOf(requestId)}>
      <form className={ui.form} onSubmit={submit}>
        <TextArea label={t.pins} hint={t.pinsHint} name="pins" rows={2} required />
        <TextArea label={t.witnesses} hint={t.witnessesHint} name="witnesses" rows={2} />
        <div>
          <Button type="submit" disabled={verify.isPending}>
            {t.verifyNow}
          </Button>
        </div>
      </form>
      {verify.error !== null && <Problem error={verify.error} />}
      {verify.data !== undefined && <Verified content={verify.data} />}
    </Section>
  );
}

function Verified({ content: { title, result, sections } }: { readonly content: VerifiedContent }) {
  return (
    <div lang="en" className={ui.page}>
      <p role="status" className={`${ui.notice} ${result.valid ? ui.good : ui.bad}`}>
        <strong>{result.text}</strong>
      </p>
      <p>{title}</p>
      {sections.map(({ heading, blocks }) => (
        <div key={heading}>
          <h3>{heading}</h3>
          {blocks.map((block) => (
            <BlockView key={JSON.stringify(block)} block={block} />
          ))}
        </div>
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: VerifiedBlock }) {
  switch (block.kind) {
    case "heading":
    case "text":
      return <p>{block.text}</p>;
    case "list":
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case "facts":
      return <Facts facts={block.facts} />;
    case "table":
      return (
        <Table
          caption={block.table.caption}
          rows={block.table.rows}
          keyOf={(row) => JSON.stringify(row)}
          columns={block.table.columns.map((title, at) => ({
            title,
            cell: (row: readonly string[]) => row[at],
          }))}
        />
      );
    case "steps":
      return <Steps steps={block.steps} />;
  }
}

const TONES = { holds: "good", fails: "bad", not_checked: "neutral" } as const;

function Steps({ steps }: { readonly steps: readonly VerifiedStep[] }) {
  const t = useTexts(certificatesTexts);
  return (
    <Table
      caption={t.steps}
      rows={steps}
      keyOf={({ name }) => name}
      columns={[
        { title: t.step, cell: ({ number }) => number },
        { title: t.check, cell: ({ title }) => title },
        {
          title: t.result,
          cell: ({ result }) => <Badge tone={TONES[result]}>{t.results[result]}</Badge>,
        },
      ]}
    />
  );
}
