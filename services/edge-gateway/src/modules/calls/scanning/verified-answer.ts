import type { OpenedClaim } from "@veil/contracts/claims";
import { checkedJson } from "@veil/contracts/parsing";
import type { DetectionLayer } from "@veil/contracts/public/scan";
import { SanitiseResponse } from "@veil/contracts/sanitiser";
import { type PlaceholderEntry, placeholderEntries, replaceSpans } from "@veil/pii/relink";
import {
  type ReadResponse,
  type Redaction,
  readSanitiseResponse,
} from "@veil/pii/sanitise-response";
import { claimItem, claimItems, contextValues } from "@veil/veil/claims";
import type { SanitiserClaims } from "../../certificates/index.ts";
import type { CallField, NamedText, SanitisedText } from "../content/sanitised-content.ts";
import { isIssued } from "./scan-prompt.ts";
import type { ClaimedSanitising, SanitiserAnswer, VerifiedAnswer } from "./text-scans.ts";

const parse = checkedJson(SanitiseResponse);
const encoder = new TextEncoder();

/**
 * Checks the sanitiser's response against the originals. Only this function turns texts into
 * `SanitisedText`.
 * @throws Error when the response violates the protocol or names an unknown method, when applying
 * its spans to the originals does not produce the sanitiser's texts, or when one placeholder stands
 * for two values that are not names of one person
 */
export function verifiedAnswer(input: SanitiserAnswer): VerifiedAnswer {
  const { originals, answer } = input;
  const response = parse(answer);
  const { fields, issued } = readSanitiseResponse(originals, response);
  const entries = restorableEntries(originals, fields);
  // Throws for an unknown method here, because the trace calls this again after the job has ended
  // and must not fail then.
  detectionLayers(response.layers_active);
  return {
    texts: keptPlaceholders(originals, fields, issued) as readonly SanitisedText[],
    entries: encoder.encode(JSON.stringify(entries)),
    findings: fields.reduce((sum, { redactions }) => sum + redactions.length, 0),
    issued,
    counts: countsOf(fields),
    left: new Map(fields.map(({ name, left }) => [name, left])),
    layers: response.layers_active,
    claims: input.claim && sanitiserClaims(input.claim, originals, fields, response.claim),
  };
}

/**
 * Returns the entries of the restorable fields. It reads all fields, to detect a placeholder that
 * stands for two values.
 */
function restorableEntries(
  originals: SanitiserAnswer["originals"],
  fields: ReadResponse["fields"],
): readonly PlaceholderEntry[] {
  const all = placeholderEntries(originals, fields);
  const isRestorable = (_field: unknown, index: number) => originals[index]?.restorable !== false;
  const own = fields.filter(isRestorable);
  return own.length === fields.length
    ? all
    : placeholderEntries(originals.filter(isRestorable), own);
}

/**
 * Returns all replacements in each field, in the order of the text, including protected literals.
 * @throws Error when the response violates the protocol or does not match the originals
 */
export function redactionsIn({
  originals,
  answer,
}: SanitiserAnswer): ReadonlyMap<string, readonly Redaction[]> {
  const { fields } = readSanitiseResponse(originals, parse(answer));
  return new Map(fields.map(({ name, redactions }) => [name, redactions]));
}

function countsOf(fields: ReadResponse["fields"]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { redactions } of fields)
    for (const { type } of redactions)
      if (type !== "LITERAL") counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/**
 * Returns the sanitised texts. In a field that keeps placeholders, literal text stays unchanged if
 * it is exactly a placeholder that this request issued, because the model wrote it in an earlier
 * answer, where it stands for the same value.
 */
function keptPlaceholders(
  originals: readonly CallField[],
  fields: ReadResponse["fields"],
  issued: Readonly<Record<string, number>>,
): readonly string[] {
  return fields.map(({ text, redactions }, index) => {
    const original = originals[index];
    if (original?.keepsPlaceholders !== true) return text;
    const written = ({ start, end }: Redaction) => original.text.slice(start, end);
    return replaceSpans(original.text, redactions, (redaction) =>
      redaction.type === "LITERAL" && isIssued(written(redaction), issued)
        ? written(redaction)
        : redaction.placeholder,
    );
  });
}

/** The detection layer of each method, by the sanitiser's name for the method. */
const LAYERS = new Map<string, DetectionLayer>([
  ["patterns", "L1"],
  ["known-entities", "L1"],
  ["names", "L2"],
  ["presidio", "L2"],
  // Sanitisers no longer return this method, but the facts of stored calls contain it (decision
  // 48).
  ["onnx", "L2"],
  ["llm-shield", "L3"],
]);

/**
 * Returns the layers of the methods, with the names of the public API.
 * @throws TypeError for an unknown method
 */
export function detectionLayers(methods: readonly string[]): DetectionLayer[] {
  const layers = methods.map((method) => {
    const layer = LAYERS.get(method);
    if (layer === undefined) throw new TypeError("The sanitiser names an unknown method");
    return layer;
  });
  return [...new Set(layers)].sort();
}

/**
 * Returns the sanitiser's claim and the gateway's own items for the same texts, so that the signer
 * can compare them.
 * @param sanitised - the texts exactly as the sanitiser wrote them
 * @throws Error when the response contains no claim
 */
function sanitiserClaims(
  { seed, aside: positions = [], options }: ClaimedSanitising,
  originals: readonly NamedText[],
  sanitised: readonly { readonly text: string }[],
  opened: OpenedClaim | undefined,
): SanitiserClaims {
  if (opened === undefined) throw new Error("The sanitiser made no claim");
  const shared = { fields: originals.length, aside: new Set(positions) };
  const given = { seed: Buffer.from(seed, "hex"), peer: "sanitiser" } as const;
  const got = { seed: Buffer.from(opened.seed, "hex"), peer: "sanitiser" } as const;
  const raw = contextValues(placed(originals), { ...shared, class: "raw_context" });
  const clean = contextValues(placed(sanitised), { ...shared, class: "sanitised_context" });
  return {
    opened,
    emitted: [...claimItems(raw, given), claimItem(options, given)],
    received: claimItems(clean, got),
  };
}

function placed(texts: readonly { readonly text: string }[]) {
  return texts.map(({ text }, position) => ({ position, text }));
}
