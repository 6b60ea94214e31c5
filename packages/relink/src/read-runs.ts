import { createRequire } from "node:module";
import { isInside, type Span, touching } from "@veil/pii/spans";
import { LinkifyIt } from "linkify-it";
import { RunBorders } from "./run-borders.ts";
import { decode, urlStarts } from "./url-starts.ts";

/**
 * Top-level domains reserved for examples and private use (RFC 2606, 6761, 7686, 8375, 9476), which
 * some resolvers resolve anyway.
 */
const RESERVED_TLDS = "example test invalid localhost local internal onion alt home lan corp".split(
  " ",
);
/**
 * Maximum length of a run in UTF-16 code units; longer runs are not prose, and are expensive to
 * read.
 */
export const MAX_RUN = 16 * 1024;
/** Matches a sign that every link contains. A full stop before a space is only punctuation. */
const LINK_SIGN =
  /[:/\\@&%\u3002\uff0e\uff61]|\.(?![.!?)"'*]*(?:[\t\n\r ]|$))|www|\p{Default_Ignorable_Code_Point}/iu;
const PLAIN_MAIL = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9-]+\.)+[a-z]{2,}(?<!www)$/i;
const SENTENCE_END = /^[.,!?]?$/;

/** Signs around a URL that no renderer includes in the link. */
const AROUND_URL = { before: /^[("'*]*$/, after: /^[?!.,:*]*$/ };
/** Text around an email address that is not part of a longer address. */
const AROUND_MAIL = {
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
 * Returns the spans that share a run (up to ASCII white space or a border) with a URL, a host or a
 * messenger's link, unless the link is exactly the span. Runs are read both as written and decoded.
 * `slots` must be in order and includes slots that are not judged.
 */
export function readRuns(
  text: string,
  spans: readonly Span[],
  slots: readonly Span[],
): ReadonlySet<Span> {
  const refused = new Set<Span>();
  for (const run of runsAround(text, spans, slots))
    for (const span of refusedInRun(text, run)) refused.add(span);
  return refused;
}

export function mayHoldLinks(text: string): boolean {
  return LINK_SIGN.test(text);
}

export function fuzzyLinks(text: string): readonly Span[] {
  const matches = linkify.match(text) ?? [];
  return matches.map(({ index, lastIndex }) => ({ start: index, end: lastIndex }));
}

interface Run extends Span {
  readonly spans: readonly Span[];
}

function runsAround(text: string, spans: readonly Span[], slots: readonly Span[]): Run[] {
  const runs: { start: number; end: number; spans: Span[] }[] = [];
  const cut = runCutter(text, slots);
  for (const span of spans) {
    const last = runs.at(-1);
    if (last !== undefined && span.start < last.end) last.spans.push(span);
    else runs.push({ ...cut(span, last?.end ?? 0), spans: [span] });
  }
  return runs;
}

/**
 * Returns a function that finds the run around a span. A run never ends inside a slot, so that the
 * result is the same for all values. Spans must be passed in order; no code unit is read twice.
 */
function runCutter(text: string, slots: readonly Span[]): (span: Span, from: number) => Span {
  const slotAt = slotFinder(slots);
  return (span, from) => {
    let start = lastBlank(text, span.start, from);
    for (const end of runEnds(text, start, slotAt)) {
      if (end >= span.end) return { start, end };
      start = end;
    }
    return { start, end: text.length };
  };
}

function* runEnds(
  text: string,
  from: number,
  slotAt: (at: number) => Span | undefined,
): Iterable<number> {
  let borders = new RunBorders();
  for (let at = from; at < text.length; ) {
    const slot = slotAt(at);
    const unit = text.charCodeAt(at);
    if (slot === undefined && (isBlank(unit) || borders.isBefore(unit))) {
      yield at;
      borders = new RunBorders();
    }
    if (slot === undefined) borders.pass(unit);
    else borders.passPlaceholder();
    at = slot?.end ?? at + 1;
  }
}

/** Returns a function that finds the slot at an index. Indexes must be passed in order. */
function slotFinder(slots: readonly Span[]): (at: number) => Span | undefined {
  let next = 0;
  return (at) => {
    while (next < slots.length && (slots[next]?.end ?? 0) <= at) next += 1;
    const slot = slots[next];
    return slot !== undefined && slot.start <= at ? slot : undefined;
  };
}

function lastBlank(text: string, before: number, from: number): number {
  let start = before;
  while (start > from && !isBlank(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

export function runAround(text: string, span: Span): Span {
  return { start: lastBlank(text, span.start, 0), end: nextBlank(text, span.end) };
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
    const around = inside > 0 ? AROUND_URL : value.includes("@") ? AROUND_MAIL : undefined;
    if (around === undefined) return false;
    const [before, after] = [text.slice(start, span.start), text.slice(span.end, end)];
    return !around.before.test(before) || !around.after.test(after) || !isMarked(before, after);
  });
}

function isPlainMail(run: string, start: number, [span, ...more]: readonly Span[]): boolean {
  if (span === undefined || more.length > 0 || span.start !== start) return false;
  const [value, after] = [run.slice(0, span.end - start), run.slice(span.end - start)];
  return SENTENCE_END.test(after) && PLAIN_MAIL.test(value);
}

function linkedIn(run: string, spans: readonly Span[]): readonly boolean[] {
  const linked = new Set<Span>();
  for (const found of fuzzyLinks(run)) {
    const link = withoutMarks(run, found);
    const reached = touching(spans, link);
    if (reached.some((span) => isInside(link, span))) continue;
    for (const span of reached) linked.add(span);
  }
  return spans.map((span) => linked.has(span));
}

/**
 * Returns whether asterisks around an address are emphasis, because unclosed asterisks belong to
 * the address.
 */
function isMarked(before: string, after: string): boolean {
  const [marks = ""] = /\*+$/.exec(before) ?? [];
  return marks === "" || /^\**/.exec(after)?.[0] === marks;
}

function withoutMarks(run: string, { start, end }: Span): Span {
  let from = start;
  while (from < end && run.charAt(from) === "*") from += 1;
  return { start: from, end };
}

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

/**
 * Returns whether CommonMark allows the code unit in a blank line. A form feed does not count,
 * because some programs let a URL continue after it.
 */
export function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
}
