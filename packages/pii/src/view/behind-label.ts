import type { Finding } from "../finding.ts";
import { bisect } from "../text/spans.ts";
import type { Edit } from "./edits/edit.ts";
import { editedView } from "./edits/edited-view.ts";

type Read = (text: string) => readonly Finding[];

/** The sign between names of members and their values in JSON. */
const BETWEEN = ": ";
/** Longer texts say by themselves what they hold, except for lists. */
const LONGEST_VALUE = 128;
/**
 * A factor of the length of the text: with a label before each item it takes time in proportion.
 */
const MOST_ADDED = 8;
const SEPARATOR = /[,;|\t\n]\s*/g;
/**
 * Matches a code, a name or an address in one word, or a few words with a number; in quotes and
 * brackets as in JSON.
 */
const ITEM = /^[[\s"']{0,8}(?:[^\s"']*|(?=\D{0,24}\d)[\p{L}\d() ./+-]{0,24})["'\]\s]{0,8}$/u;

/**
 * Returns what `read` finds in a value, or in the items of a list, after their label; undefined for
 * other texts.
 */
export function findBehindLabel(
  text: string,
  label: string,
  read: Read,
): readonly Finding[] | undefined {
  const before = label + BETWEEN;
  const items = labelsOfItems(text, before);
  if (items === undefined && text.length > LONGEST_VALUE) return undefined;
  const view = editedView(text, [labelAt(0, before), ...(items ?? [])]);
  return read(view.text)
    .map((finding) => ({ ...finding, ...view.toOriginal(finding) }))
    .filter(({ start, end }) => start < end);
}

/**
 * Adds a label for each item except the first, because a label does not reach far. Returns
 * undefined if the text is not a list.
 */
function labelsOfItems(text: string, before: string): readonly Edit[] | undefined {
  const items = text.split(SEPARATOR);
  if (before.length * items.length > MOST_ADDED * text.length) return undefined;
  if (!items.every((item) => ITEM.test(item))) return undefined;
  return [...text.matchAll(SEPARATOR)].map(({ 0: joint, index }) =>
    labelAt(index + joint.length, before),
  );
}

function labelAt(at: number, before: string): Edit {
  return { start: at, end: at, value: before };
}

/**
 * Returns whether a finding without the label counts: what looks like an address may be a version,
 * which a label says.
 */
export function countsBehindLabel(behind: readonly Finding[]): (finding: Finding) => boolean {
  const inOrder = behind.toSorted((one, other) => one.start - other.start);
  /** Keeps how far the findings up to each one reach: a list has thousands of them. */
  const reach: number[] = [];
  for (const { end } of inOrder) reach.push(Math.max(end, reach.at(-1) ?? 0));
  const reachFrom = (start: number) => {
    const after = bisect(inOrder.length, (index) => (inOrder[index]?.start ?? 0) <= start);
    return reach[after - 1] ?? 0;
  };
  return ({ type, start, end }) => type !== "IP_ADDRESS" || end <= reachFrom(start);
}
