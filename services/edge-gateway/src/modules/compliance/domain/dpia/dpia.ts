import type { DpiaField, DpiaLanguage, DpiaResponse } from "@veil/contracts/public/compliance/dpia";
import { FACTS, type FactSources } from "./facts.ts";
import { type DpiaSection, isOpenField, NUMBERING, SECTIONS } from "./texts.ts";

/** What the customer has filled in for a field. */
export interface DpiaGiven {
  readonly text: string;
  readonly createdAt: Date;
}

interface DpiaSources extends FactSources {
  readonly language: DpiaLanguage;
  readonly inputs: ReadonlyMap<string, DpiaGiven>;
}

/** Builds the assessment. It judges nothing: judgements are open until the customer fills them in. */
export function dpia(sources: DpiaSources): DpiaResponse {
  const { language, posture } = sources;
  return {
    generated_at: posture.generated_at,
    release: posture.release,
    language,
    numbering: NUMBERING[language],
    sections: SECTIONS.map(({ id, title, fields }) => ({
      id,
      title: title[language],
      fields: Object.entries(fields).map(([number, field]) => fieldOf(number, field, sources)),
    })),
  };
}

function fieldOf(
  id: string,
  field: DpiaSection["fields"][string],
  sources: DpiaSources,
): DpiaField {
  const { language, inputs } = sources;
  const common = { id, title: field.title[language] };
  if (!isOpenField(field)) {
    const write = FACTS[id];
    if (write === undefined) throw new TypeError(`The field ${id} is neither open nor a fact`);
    const { text, source, at } = write(language, sources);
    return { ...common, state: "fact", text: [...text], source, at, who: null, hint: null };
  }
  const [who, hint] = [field.who[language], field.hint[language]];
  const given = inputs.get(id);
  if (given === undefined)
    return { ...common, state: "open", text: [], source: null, at: null, who, hint };
  const at = given.createdAt.toISOString();
  return { ...common, state: "input", text: [given.text], source: null, at, who, hint };
}

/** Fields whose facts describe the deployment and not the customer. */
const OF_DEPLOYMENT = ["0.2", "0.5", "2.3", "2.4", "4.1"];

export type DeploymentFacts = Readonly<Record<string, readonly string[]>>;

/** Returns the facts that a release is remembered by. */
export function deploymentFacts(sources: FactSources): DeploymentFacts {
  return Object.fromEntries(OF_DEPLOYMENT.map((id) => [id, FACTS[id]?.("en", sources).text ?? []]));
}

/** Returns, for each field that changed, the texts that were removed and added. */
export function changedFacts(before: DeploymentFacts, now: DeploymentFacts) {
  return OF_DEPLOYMENT.map((field) => {
    const [old, current] = [before[field] ?? [], now[field] ?? []];
    return {
      field,
      removed: old.filter((text) => !current.includes(text)),
      added: current.filter((text) => !old.includes(text)),
    };
  }).filter(({ removed, added }) => removed.length + added.length > 0);
}
