import { documentPage } from "@veil/certificate-page";
import type { DpiaField, DpiaLanguage, DpiaResponse } from "@veil/contracts/public/compliance/dpia";
import { TITLE } from "./texts.ts";

const WORDS = {
  en: { open: "OPEN", source: "Source", given: "Filled in", made: "Made" },
  de: { open: "OFFEN", source: "Quelle", given: "Ausgefüllt", made: "Erstellt" },
} as const satisfies Record<DpiaLanguage, object>;

/** Returns the assessment as a page for printing. */
export function dpiaPage({ language, numbering, generated_at, release, sections }: DpiaResponse) {
  return documentPage({
    language,
    title: TITLE[language],
    from: `Veil Gateway ${release}`,
    footer: `${WORDS[language].made}: ${generated_at}`,
    intro: numbering,
    sections: sections.map(({ id, title, fields }) => ({
      heading: `${id} ${title}`,
      blocks: fields.flatMap((field) => fieldBlocks(field, language)),
    })),
  });
}

function fieldBlocks(
  { id, title, state, text, source, at, who, hint }: DpiaField,
  language: DpiaLanguage,
) {
  const words = WORDS[language];
  const heading = { kind: "heading", text: `${id} ${title}` } as const;
  if (state === "open")
    return [heading, { kind: "list", items: [`${words.open} (${who}): ${hint}`] } as const];
  const origin = state === "fact" ? `${words.source}: ${source}, ${at}` : `${words.given}: ${at}`;
  return [heading, { kind: "list", items: [...text, origin] } as const];
}
