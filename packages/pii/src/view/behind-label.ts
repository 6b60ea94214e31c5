import type { Finding } from "../finding.ts";
import { bisect } from "../text/spans.ts";
import type { Edit } from "./edits/edit.ts";
import { editedView } from "./edits/edited-view.ts";

type Read = (text: string) => readonly Finding[];

/** The separator between the name of a member and its value in JSON. */
const BETWEEN = ": ";
/**
 * Maximum length of a value after a label. A longer text shows by itself what it contains, unless
 * it is a list.
 */
const LONGEST_VALUE = 128;
/**
 * Maximum length of all added labels, as a multiple of the length of the text, because the time to
 * read them grows with it.
 */
const MOST_ADDED = 8;
const SEPARATOR = /[,;|\t\n]\s*/g;
/**
 * Matches a code, a name or an address of one word, or a few words with a number. As in JSON, they
 * may have quotes and brackets.
 */
const ITEM = /^[[\s"']{0,8}(?:[^\s"']*|(?=\D{0,24}\d)[\p{L}\d() ./+-]{0,24})["'\]\s]{0,8}$/u;

/**
 * Returns what `read` finds in a value, or in the items of a list, after their label. Returns
 * undefined for other texts.
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
 * Returns edits that add the label before each item except the first, because a label does not
 * reach far. Returns undefined if the text is not a list.
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
 * Returns a function that decides whether to keep a finding that was made without reading the
 * label. Text that looks like an IP address may be a version, so it is kept only if it is also
 * found after the label.
 */
export function countsBehindLabel(behind: readonly Finding[]): (finding: Finding) => boolean {
  const inOrder = behind.toSorted((one, other) => one.start - other.start);
  /**
   * For each finding, the furthest end of it and all findings before it. Precomputed, because a
   * list can have thousands of findings.
   */
  const reach: number[] = [];
  for (const { end } of inOrder) reach.push(Math.max(end, reach.at(-1) ?? 0));
  const reachFrom = (start: number) => {
    const after = bisect(inOrder.length, (index) => (inOrder[index]?.start ?? 0) <= start);
    return reach[after - 1] ?? 0;
  };
  return ({ type, start, end }) => type !== "IP_ADDRESS" || end <= reachFrom(start);
}
