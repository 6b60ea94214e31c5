import { ApiError } from "@veil/contracts/errors";
import { parseStrictJson } from "@veil/contracts/parsing";
import { isJsonOrString } from "@veil/relink";
import { integerIn, leavesIn, type WrittenLeaf, writtenAs } from "./json-leaves.ts";
import { labelOf } from "./label-of.ts";

/** The arguments or the result of a tool: text, or JSON that is sanitised value by value. */
export type TextOfTool = string | JsonText;

interface JsonText {
  readonly pieces: readonly string[];
  /** The leaves between the pieces. */
  readonly leaves: readonly JsonLeaf[];
}

interface JsonLeaf {
  /** `fixed`: holds no personal data. */
  readonly kind: "name" | "string" | "number" | "fixed";
  /** The leaf as the JSON has it. */
  readonly written: string;
  /** A string's value, as JSON if it holds JSON. */
  readonly value: TextOfTool;
  /** Name of the nearest member around a value: without it, `4155550132` is no phone number. */
  readonly label: string;
}

const MAX_NESTED = 8;

/** @throws ApiError `invalid_field` when JSON is in a string of JSON too many times */
export function toolText(text: string, label = "", nested = 0): TextOfTool {
  if (!isJsonOrString(text)) return text;
  if (nested > MAX_NESTED)
    throw new ApiError("invalid_field", "JSON is nested too deeply in strings of JSON");
  const pieces: string[] = [];
  const leaves: JsonLeaf[] = [];
  let end = 0;
  for (const leaf of leavesIn(text)) {
    pieces.push(text.slice(end, leaf.at));
    end = leaf.at + leaf.written.length;
    leaves.push(jsonLeaf(leaf, label, nested));
  }
  return { pieces: [...pieces, text.slice(end)], leaves };
}

function jsonLeaf({ kind, written, member }: WrittenLeaf, outer: string, nested: number): JsonLeaf {
  if (kind === "name") return { kind, written, value: JSON.parse(written) as string, label: "" };
  const label = member === undefined ? outer : labelOf(member);
  if (kind === "number") {
    const digits = integerIn(written);
    const isFraction = digits === undefined;
    return { kind: isFraction ? "fixed" : kind, written, value: digits ?? written, label };
  }
  const text = JSON.parse(written) as string;
  if (text.trim() === "") return { kind: "fixed", written, value: text, label };
  return { kind, written, value: toolText(text, label, nested + 1), label };
}

const BETWEEN = ": ";

/** The recognizers take fewer words for a person's in a name of JSON, which has a colon. */
function nameText(name: string): string {
  return `${name}:`;
}

/** Returns the texts to sanitise, each once. Names in `known` are the application's own words. */
export function textsIn(
  text: TextOfTool,
  known: ReadonlySet<string> = new Set(),
): readonly string[] {
  if (typeof text === "string") return [text];
  return [...new Set(text.leaves.flatMap((leaf) => leafTexts(leaf, known)))];
}

function leafTexts(
  { kind, value, label }: JsonLeaf,
  known: ReadonlySet<string>,
): readonly string[] {
  if (typeof value !== "string") return textsIn(value, known);
  switch (kind) {
    case "fixed":
      return [];
    case "name":
      return known.has(value) ? [] : [nameText(value)];
    case "string":
    case "number":
      return label === "" ? [value] : [nameText(label), label + BETWEEN + value];
  }
}

export type ReadSanitised<T extends string> = (text: string) => T;

/**
 * Returns the text with all of `textsIn` replaced.
 * @throws ApiError `invalid_field` when names of members become equal, or one cannot be
 * distinguished from its value
 */
export function writtenText<T extends string>(
  text: TextOfTool,
  sanitised: ReadSanitised<T>,
  known: ReadonlySet<string> = new Set(),
): string {
  if (typeof text === "string") return sanitised(text);
  const leaves = text.leaves.map((leaf) => writtenLeaf(leaf, sanitised, known));
  const json = text.pieces.map((piece, index) => piece + (leaves[index] ?? "")).join("");
  const isRenamed = text.leaves.some(
    ({ kind, written }, index) => kind === "name" && leaves[index] !== written,
  );
  if (isRenamed) requireOwnNames(json);
  return json;
}

function writtenLeaf<T extends string>(
  { kind, written, value, label }: JsonLeaf,
  sanitised: ReadSanitised<T>,
  known: ReadonlySet<string>,
): string {
  if (typeof value !== "string")
    return writtenAs({ kind: "string", written }, writtenText(value, sanitised, known));
  if (kind === "fixed" || (kind === "name" && known.has(value))) return written;
  const clean = cleanLeaf({ kind, label }, value, sanitised);
  return clean === value ? written : writtenAs({ kind, written }, clean);
}

function cleanLeaf<T extends string>(
  { kind, label }: Pick<JsonLeaf, "kind" | "label">,
  value: string,
  sanitised: ReadSanitised<T>,
): string {
  if (kind === "name") return sanitised(nameText(value)).replace(/:$/, "");
  return label === "" ? sanitised(value) : withoutLabel(label, value, sanitised);
}

function withoutLabel<T extends string>(
  label: string,
  value: string,
  sanitised: ReadSanitised<T>,
): string {
  const text = sanitised(label + BETWEEN + value);
  const names = [sanitised(nameText(label)), nameText(label)];
  const before = names.find((name) => text.startsWith(`${name} `));
  if (before !== undefined) return text.slice(before.length + 1);
  const end = text.indexOf(BETWEEN);
  if (end !== -1 && !value.includes(BETWEEN)) return text.slice(end + BETWEEN.length);
  throw new ApiError("invalid_field", "A member's name and its value together form personal data", {
    hint: "Put all of it into the value",
  });
}

function requireOwnNames(json: string): void {
  try {
    parseStrictJson(Buffer.from(json));
  } catch (cause) {
    throw new ApiError("invalid_field", "Names of members hold personal data and become equal", {
      cause,
      hint: "Put personal data into values",
    });
  }
}
