import { type ReactNode, useState } from "react";
import { ERRORS, TERMS } from "../../api/reference.ts";
import { TextField } from "../../components/field.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { useTexts } from "../../language.tsx";
import { docsTexts } from "./docs-texts.ts";

const ROLES = ["developer", "platform", "auditor", "officer"] as const;
/** How many endpoints are named one by one. */
const NAMED = 3;

export function DocsPage() {
  const t = useTexts(docsTexts);
  return (
    <Page title={t.title} lead={t.lead}>
      <Section title={t.starts}>
        {ROLES.map((role) => (
          <div key={role}>
            <h3>{t.roles[role].title}</h3>
            <ol>
              {t.roles[role].steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
        ))}
        <p>
          {t.more}: <a href="/docs">{t.reference}</a>
        </p>
      </Section>
      <Errors />
      <Glossary />
    </Page>
  );
}

function Errors() {
  const t = useTexts(docsTexts);
  const from = (endpoints: readonly string[]) => {
    if (endpoints.length === 0) return t.anywhere;
    if (endpoints.length > NAMED) return t.endpoints(endpoints.length);
    return endpoints.join(", ");
  };
  return (
    <Filtered
      title={t.errors}
      lead={t.errorsLead}
      rows={ERRORS}
      textOf={({ code, status, endpoints }) => `${code} ${status} ${endpoints.join(" ")}`}
    >
      {(rows) => (
        <Table
          caption={t.errors}
          rows={rows}
          keyOf={({ code }) => code}
          empty={t.none}
          columns={[
            { title: t.code, cell: ({ code }) => <code>{code}</code> },
            { title: t.status, cell: ({ status }) => status },
            { title: t.from, cell: ({ endpoints }) => from(endpoints) },
          ]}
        />
      )}
    </Filtered>
  );
}

function Glossary() {
  const t = useTexts(docsTexts);
  return (
    <Filtered
      title={t.glossary}
      lead={t.glossaryLead}
      rows={TERMS}
      textOf={({ term, meaning }) => `${term} ${meaning}`}
    >
      {(rows) => (
        <Table
          caption={t.glossary}
          rows={rows}
          keyOf={({ term }) => term}
          empty={t.none}
          columns={[
            { title: t.term, cell: ({ term }) => <strong>{term}</strong> },
            { title: t.meaning, cell: ({ meaning }) => <span lang="en">{meaning}</span> },
          ]}
        />
      )}
    </Filtered>
  );
}

interface FilteredProps<Row> {
  readonly title: string;
  readonly lead: string;
  readonly rows: readonly Row[];
  readonly textOf: (row: Row) => string;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A table with a field that keeps the rows that contain its text. */
function Filtered<Row>({ title, lead, rows, textOf, children }: FilteredProps<Row>) {
  const t = useTexts(docsTexts);
  const [typed, setTyped] = useState("");
  const text = typed.trim().toLowerCase();
  return (
    <Section title={title}>
      <p>{lead}</p>
      <TextField
        label={`${t.filter}: ${title}`}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {children(rows.filter((row) => textOf(row).toLowerCase().includes(text)))}
    </Section>
  );
}
