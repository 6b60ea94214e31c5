import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, type Schemas, take } from "../../api/client.ts";
import { useChange } from "../../api/use-change.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Facts } from "../../components/table.tsx";
import { type Language, useTexts } from "../../language.tsx";
import { documentsTexts } from "./documents-texts.ts";
import { FillIn } from "./fill-in.tsx";

type DpiaSection = Schemas["DpiaResponse"]["sections"][number];
type DpiaField = Schemas["DpiaField"];

const PATH = "/api/v1/compliance/dpia";
/** The longest text of a field. Source: `DpiaInput` of the API. */
const MAX_LENGTH = 10_000;

const dpiaQuery = (language: Language) =>
  queryOptions({
    queryKey: ["dpia", language],
    queryFn: () => take(api.GET(PATH, { params: { query: { language } } })),
  });

/** The sections of the assessment: its facts, and a form for each field that is the customer's. */
export function Assessment({ language }: { readonly language: Language }) {
  const query = useQuery(dpiaQuery(language));
  return (
    <Loaded query={query}>
      {(dpia) =>
        "sections" in dpia &&
        dpia.sections.map((section) => <SectionDetails key={section.id} section={section} />)
      }
    </Loaded>
  );
}

function SectionDetails({ section: { id, title, fields } }: { readonly section: DpiaSection }) {
  const t = useTexts(documentsTexts);
  const facts = fields.filter(({ state }) => state === "fact");
  const own = fields.filter(({ state }) => state !== "fact");
  const open = own.filter(({ state }) => state === "open").length;
  return (
    <details>
      <summary>
        {id} {title}: {t.open(open)}
      </summary>
      <Facts facts={facts.map((fact) => [`${fact.id} ${fact.title}`, fact.text.join(" ")])} />
      {own.map((field) => (
        <FieldForm key={field.id} field={field} />
      ))}
    </details>
  );
}

function FieldForm({ field }: { readonly field: DpiaField }) {
  const { id, title, hint, who, text } = field;
  const save = useChange(["dpia"], (given: string) =>
    take(api.PUT(`${PATH}/{field}`, { params: { path: { field: id } }, body: { text: given } })),
  );
  const shown = { id, title, hint: [who, hint].filter(Boolean).join(": "), text: text.join("\n") };
  return (
    <FillIn
      label={`${id} ${title}`}
      fields={[shown]}
      maxLength={MAX_LENGTH}
      isPending={save.isPending}
      isSaved={save.isSuccess}
      error={save.error}
      onSave={({ [id]: given }) => given !== undefined && save.mutate(given)}
    />
  );
}
