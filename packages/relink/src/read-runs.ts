import { createRequire } from "node:module";
import { isWithin, type Span, touching } from "@veil/pii/spans";
import { LinkifyIt } from "linkify-it";
import { decode, urlStarts } from "./forbidden.ts";

/** Reserved for examples and private use (RFC 2606, 6761, 7686, 8375, 9476): resolvers of readers know some of them. */
const RESERVED_TLDS = "example test invalid localhost local internal onion alt home lan corp".split(
  " ",
);
/** UTF-16 code units of a run without a blank. Longer ones are no prose, and costly to read. */
export const MAX_RUN = 16 * 1024;
/** Without one of these nothing is a link or a part of one: full stops before a blank close a sentence. */
const LINK_SIGN =
  /[:/\\@&%\u3002\uff0e\uff61]|\.(?![.!?)"'*]*(?:[\t\n\f\r ]|$))|www|\p{Default_Ignorable_Code_Point}/iu;
/** An address of which neither parser nor messenger makes more than it is, whatever closes the sentence behind it. */
const PLAIN_MAIL = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9-]+\.)+[a-z]{2,}(?<!www)$/i;
const SENTENCE_END = /^[.,!?]?$/;

/** What may stand beside a value that is a URL: no renderer counts it to the link. */
const BESIDE_URL = { before: /^[("'*]*$/, after: /^[?!.,:*]*$/ };
/** Beside an email address: what is no part of a longer one. */
const BESIDE_MAIL = {
  before: /(?:^|[^\p{L}\p{N}!#$%&'*+/=?^_`{|}~.@-])\**$/u,
  after: /^\**(?:$|[^\p{L}\p{N}\p{S}._@/-]|\.(?![\p{L}\p{N}\p{S}]))/u,
};

const require = createRequire(import.meta.url);
const tlds = require("tlds") as readonly string[];
const linkify = new LinkifyIt({
  fuzzyLink: true,
  fuzzyEmail: true,
  fuzzyIP: true,
  urlAuth: true,
  maxLength: MAX_RUN,
}).tlds([...tlds, ...RESERVED_TLDS]);

/**
 * Refuses what shares a run, up to ASCII white space, with a scheme, with slashes that begin a host, or with what a
 * messenger makes a link of, unless all of it is the stretch itself. Every run is read as written and decoded.
 */
export function readRuns(text: string, spans: readonly Span[]): ReadonlySet<Span> {
  const refused = new Set<Span>();
  for (const run of runsAround(text, spans))
    for (const span of refusedInRun(text, run)) refused.add(span);
  return refused;
}

/** Whether any run of `text` may be refused. */
export function mayHoldLinks(text: string): boolean {
  return LINK_SIGN.test(text);
}

/** The links that a messenger would make of `text`. */
export function fuzzyLinks(text: string): readonly Span[] {
  const matches = linkify.match(text) ?? [];
  return matches.map(({ index, lastIndex }) => ({ start: index, end: lastIndex }));
}

interface Run extends Span {
  readonly spans: readonly Span[];
}

/** Stretches with no white space between them share a run; white space inside of them does not end it. */
function runsAround(text: string, spans: readonly Span[]): Run[] {
  const runs: { start: number; end: number; spans: Span[] }[] = [];
  for (const span of spans) {
    const last = runs.at(-1);
    if (last !== undefined && span.start < last.end) {
      last.spans.push(span);
      if (span.end > last.end) last.end = nextBlank(text, span.end);
      continue;
    }
    runs.push({ ...runAround(text, span), spans: [span] });
  }
  return runs;
}

/** From the last ASCII white space before a stretch to the next one behind it. */
export function runAround(text: string, span: Span): Span {
  let { start } = span;
  while (start > 0 && !isBlank(text.charCodeAt(start - 1))) start -= 1;
  return { start, end: nextBlank(text, span.end) };
}

function refusedInRun(text: string, { start, end, spans }: Run): readonly Span[] {
  const run = text.slice(start, end);
  if (!mayHoldLinks(run)) return [];
  if (end - start > MAX_RUN) return spans;
  if (isPlainMail(run, start, spans)) return [];
  const starts = urlStarts(run);
  const own = spans.map((span) => ({
    start: span.start - start,
    end: span.end - start,
  }));
  const written = linkedIn(run, own);
  const decoded = decodedRun(run, own);
  const read = decoded.text === run ? written : linkedIn(decoded.text, decoded.spans);
  return spans.filter((span, index) => {
    const value = text.slice(span.start, span.end);
    const inside = urlStarts(value);
    if (starts > inside || written[index] === true || read[index] === true) return true;
    const beside = inside > 0 ? BESIDE_URL : value.includes("@") ? BESIDE_MAIL : undefined;
    if (beside === undefined) return false;
    const [before, after] = [text.slice(start, span.start), text.slice(span.end, end)];
    return !beside.before.test(before) || !beside.after.test(after) || !isMarked(before, after);
  });
}

/** Nothing else is in the run: what is read below would find the address and no more, and takes longer. */
function isPlainMail(run: string, start: number, [span, ...more]: readonly Span[]): boolean {
  if (span === undefined || more.length > 0 || span.start !== start) return false;
  const [value, after] = [run.slice(0, span.end - start), run.slice(span.end - start)];
  return SENTENCE_END.test(after) && PLAIN_MAIL.test(value);
}

/** For each stretch: does a link reach into it that is more than this stretch? */
function linkedIn(run: string, spans: readonly Span[]): readonly boolean[] {
  const linked = new Set<Span>();
  for (const found of fuzzyLinks(run)) {
    const link = withoutMarks(run, found);
    const reached = touching(spans, link);
    if (reached.some((span) => isWithin(link, span))) continue;
    for (const span of reached) linked.add(span);
  }
  return spans.map((span) => linked.has(span));
}

/** Asterisks before an address count to it unless they are marks of emphasis, which close behind it. */
function isMarked(before: string, after: string): boolean {
  const [marks = ""] = /\*+$/.exec(before) ?? [];
  return marks === "" || /^\**/.exec(after)?.[0] === marks;
}

function withoutMarks(run: string, { start, end }: Span): Span {
  let from = start;
  while (from < end && run.charAt(from) === "*") from += 1;
  return { start: from, end };
}

/** The run as it reads, and where its stretches are then. */
function decodedRun(run: string, spans: readonly Span[]): { text: string; spans: Span[] } {
  let text = "";
  let at = 0;
  const moved = spans.map(({ start, end }) => {
    text += decode(run.slice(at, start));
    const from = text.length;
    text += decode(run.slice(start, end));
    at = end;
    return { start: from, end: text.length };
  });
  return { text: text + decode(run.slice(at)), spans: moved };
}

function nextBlank(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isBlank(text.charCodeAt(end))) end += 1;
  return end;
}

/** ASCII white space (WHATWG Infra, section 4.6). */
function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d && unit !== 0x0b);
}
