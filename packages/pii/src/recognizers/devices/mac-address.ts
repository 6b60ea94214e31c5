import type { Hit, Recognizer } from "../../finding.ts";
import { isDelimited } from "../codes/code-recognizer.ts";

interface Form {
  readonly mark: string;
  readonly group: number;
  readonly pattern: RegExp;
}

const FORMS: readonly Form[] = [
  { mark: ":", group: 2, pattern: /[0-9a-f]{2}(?::[0-9a-f]{2}){5}(?!:)/iy },
  { mark: "-", group: 2, pattern: /[0-9a-f]{2}(?:-[0-9a-f]{2}){5}(?!-)/iy },
  { mark: ".", group: 4, pattern: /[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}/iy },
];
const UNSET_OR_BROADCAST = /^(?:[0:.-]+|[f:.-]+)$/i;

/**
 * Recognizes hardware addresses, EUI-48 (IEEE 802, section 8): pairs of digits with colons or
 * hyphens, or three groups of four.
 */
export const macAddress: Recognizer = {
  name: "mac-address",
  type: "MAC_ADDRESS",
  needs: ":-.",
  find: ({ text }) => FORMS.flatMap((form) => findForm(text, form)),
};

function findForm(text: string, { mark, group, pattern }: Form): Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf(mark, group); at !== -1; at = text.indexOf(mark, at + 1)) {
    if (text[at + group + 1] !== mark || text[at - group - 1] === mark) continue;
    const start = at - group;
    pattern.lastIndex = start;
    if (!pattern.test(text)) continue;
    const end = pattern.lastIndex;
    if (isDelimited(text, start, end) && !UNSET_OR_BROADCAST.test(text.slice(start, end)))
      hits.push({ start, end, confidence: 0.9 });
  }
  return hits;
}
