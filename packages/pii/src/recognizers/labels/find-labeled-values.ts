import type { Finding, Span } from "../../finding.ts";
import type { Doc } from "../../text/document.ts";
import { createWordTriggers } from "../../text/word-triggers.ts";
import { compoundLabels } from "./compound-labels.ts";
import { LABEL_TRIGGERS, labelOf } from "./label-table.ts";
import { SHELL_COMMANDS, shellCredentials } from "./shell-credentials.ts";
import { valueBehind } from "./value-behind.ts";

const placesOf = createWordTriggers([LABEL_TRIGGERS, SHELL_COMMANDS]);
const WORD = /[\p{L}\p{M}]+/uy;
/**
 * The label determines the type. Only for a number of unknown kind is the confidence lower, so that
 * recognizers of specific numbers outweigh it.
 */
const SURE = 0.75;
const SOME_NUMBER = 0.5;

/**
 * Returns values after labels, with the type that the label implies. Check digits are ignored, so
 * that an IBAN with a typo is found too.
 */
export function findLabeledValues({ text, words }: Doc): readonly Finding[] {
  const [labels = [], commands = []] = placesOf(words);
  const findings: Finding[] = [];
  let free = 0;
  for (const at of labels) {
    const value = at < free ? undefined : labeled(text, at);
    if (value === undefined) continue;
    findings.push(value);
    free = value.end;
  }
  for (const at of compoundLabels(text)) {
    const value = labeled(text, at);
    if (value !== undefined) findings.push(value);
  }
  return [...findings, ...shellCredentials(text, commands)];
}

function labeled(text: string, at: number): Finding | undefined {
  const word = wordAt(text, at);
  const label = labelOf(word.toLowerCase());
  if (label === undefined || isNoLabel(text, at)) return undefined;
  const value: Span | undefined = valueBehind(text, at, word, label);
  if (value === undefined) return undefined;
  const confidence = label.type === "ID_NUMBER" ? SOME_NUMBER : SURE;
  return { ...value, type: label.type, confidence, recognizer: "labeled-value" };
}

function wordAt(text: string, at: number): string {
  WORD.lastIndex = at;
  return WORD.exec(text)?.[0] ?? "";
}

/** Returns whether the word is part of a closing tag, a handle or base64. */
function isNoLabel(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  return "@+0123456789".includes(before || " ") || (before === "/" && text.charAt(at - 2) === "<");
}
