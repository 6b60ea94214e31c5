import type {
  Redaction,
  SanitisedField,
  SanitiseRequest,
  SanitiseResponse,
} from "@veil/contracts/sanitiser";
import type { PiiEngine } from "./engine.ts";
import type { Finding } from "./finding.ts";
import { findHardIdentifiers } from "./hard-identifiers.ts";
import type { CompiledEntityList } from "./layers/known-entities/compiled-list.ts";
import { type KnownEntities, knownEntities } from "./layers/known-entities/known-entities.ts";
import { resolveOverlaps } from "./overlap.ts";
import { findVariants, type KnownSounds, knownSounds } from "./phonetics/find-variants.ts";
import { createNameMemory, type NameMemory } from "./phonetics/name-memory.ts";
import { createMint, type Mint } from "./placeholders/mint.ts";
import { findLookalikes } from "./placeholders/placeholder.ts";
import { keptBy } from "./policy.ts";
import { findRepeats, type KnownPersons, knownPersons } from "./repeats.ts";
import { replaceSpans } from "./replace-spans.ts";
import { findThroughView } from "./view/find-through-view.ts";

/** Ordinary texts need one, and random ones two. */
const MAX_ROUNDS = 10;
/** Persons less sure are replaced where they were found, and not elsewhere. */
const SURE = 0.6;

type Fields = SanitiseRequest["fields"];

interface SanitiseOptions {
  /** Findings of other recognisers, a list for each field in the same order. */
  readonly extras?: readonly (readonly Finding[])[];
  /** The lists that the request names. */
  readonly lists?: readonly CompiledEntityList[];
}

/** The persons of a request, and how to find them again. */
interface Persons {
  readonly names: KnownPersons;
  readonly sounds: KnownSounds;
}

/**
 * Replaces personal data in every field by `[TYPE_n]`. The same value gets the same placeholder in the whole
 * request, numbered for each type in document order; so do the names of one person (`sameName`). Text that already looks like a placeholder becomes
 * `[LITERAL_n]`, so that putting the values back gives exactly the original. A person found once is
 * replaced wherever the same words stand again, in another spelling too. What a list or the policy says stays
 * is left, what it says goes is replaced. What is left holds no hard identifier, whatever they say.
 */
export function sanitiseFields(
  engine: PiiEngine,
  { fields, language, policy }: SanitiseRequest,
  { extras = [], lists = [] }: SanitiseOptions = {},
): SanitiseResponse {
  const known = knownEntities(policy, lists);
  const isKept = keptBy(policy);
  const found = fields.map(({ text }, index) => {
    const goes = notAllowedIn(text, known);
    const keep = (finding: Finding) => isKept(finding) && goes(finding);
    const options = { keep, ...(language !== undefined && { language }) };
    return resolveOverlaps([
      ...engine.find(text, options),
      ...(extras[index] ?? []).filter(keep),
      ...(known.isActive ? findThroughView(text, known.find) : []),
    ]);
  });
  const names = fields.map(({ text }, index) =>
    personsIn(text, (found[index] ?? []).filter(isSure)),
  );
  const memory = createNameMemory();
  const persons = {
    names: knownPersons(names),
    sounds: knownSounds(names.flat(), memory.read),
  };
  const findings = fields.map(({ text }, index) => {
    const again = findAgain(text, persons).filter(notAllowedIn(text, known));
    return resolveOverlaps([...(found[index] ?? []), ...again, ...literalsIn(text)]);
  });
  return {
    fields: replaceUntilClean(fields, findings, memory),
    layers_active: [...engine.layers, ...(known.isActive ? ["known-entities"] : [])],
  };
}

function notAllowedIn(text: string, { isAllowed }: KnownEntities): (finding: Finding) => boolean {
  return ({ start, end }) => !isAllowed(text.slice(start, end));
}

/**
 * Replaced words may have hidden something that was glued to them, "+49 30 1234567PERSON_1", or kept it far
 * from the word that gives it a meaning. A text made to need many rounds is refused rather than passed on.
 */
function replaceUntilClean(
  fields: Fields,
  findings: readonly (readonly Finding[])[],
  memory: NameMemory,
  rounds = MAX_ROUNDS,
): SanitisedField[] {
  if (rounds === 0) throw new Error("Hard identifiers are left after the last round");
  const replaced = replaceAll(fields, findings, memory);
  const hidden = replaced.map(stillThere);
  if (hidden.every((more) => more.length === 0)) return replaced;
  const all = findings.map((known, index) => resolveOverlaps([...known, ...(hidden[index] ?? [])]));
  return replaceUntilClean(fields, all, memory, rounds - 1);
}

function replaceAll(
  fields: Fields,
  findings: readonly (readonly Finding[])[],
  memory: NameMemory,
): SanitisedField[] {
  const mint = createMint(
    fields.flatMap(({ text }, index) => personsIn(text, findings[index] ?? [])),
    memory,
  );
  return fields.map(({ name, text }, index) => {
    const redactions = (findings[index] ?? []).map((finding) => toRedaction(text, finding, mint));
    return { name, text: replaceSpans(text, redactions, (span) => span.placeholder), redactions };
  });
}

/** Hard identifiers in the sanitised text, with their places in the original. */
function stillThere({ text, redactions }: SanitisedField): readonly Finding[] {
  let shift = 0;
  let next = 0;
  return findHardIdentifiers(text).map((finding) => {
    for (let before = redactions[next]; before !== undefined; before = redactions[next]) {
      if (before.start - shift >= finding.end) break;
      shift += before.end - before.start - before.placeholder.length;
      next += 1;
    }
    return { ...finding, start: finding.start + shift, end: finding.end + shift };
  });
}

function personsIn(text: string, findings: readonly Finding[]): string[] {
  return findings
    .filter(({ type }) => type === "PERSON")
    .map(({ start, end }) => text.slice(start, end));
}

/** What may be no person is not looked for a second time. */
function isSure({ confidence }: Finding): boolean {
  return confidence >= SURE;
}

function findAgain(text: string, { names, sounds }: Persons): readonly Finding[] {
  return [...findRepeats(text, names), ...findVariants(text, sounds)];
}

function literalsIn(text: string): readonly Finding[] {
  return findLookalikes(text).map(({ start, end }) => ({
    start,
    end,
    type: "LITERAL",
    confidence: 0,
    recognizer: "placeholder-lookalike",
  }));
}

function toRedaction(text: string, finding: Finding, mint: Mint): Redaction {
  const { start, end, confidence, recognizer } = finding;
  const { placeholder, type } = mint(text.slice(start, end), finding.type);
  return {
    start,
    end,
    placeholder,
    type,
    confidence: type === "LITERAL" ? 1 : confidence,
    recognizer,
  };
}
