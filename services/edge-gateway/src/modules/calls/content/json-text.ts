import { ApiError } from "@veil/contracts/errors";
import { parseStrictJson } from "@veil/contracts/parsing";
import { isJsonOrString } from "@veil/relink";
import { integerIn, leavesIn, type WrittenLeaf, writtenAs } from "./json-leaves.ts";

/**
 * The arguments or the result of a tool call: plain text, or JSON that is sanitised value by value.
 */
export type TextOfTool = string | JsonText;

interface JsonText {
  readonly pieces: readonly string[];
  /** The leaves. Each follows the piece with the same index. */
  readonly leaves: readonly JsonLeaf[];
}

interface JsonLeaf {
  /** `fixed`: a value that cannot contain personal data. */
  readonly kind: "name" | "string" | "number" | "fixed";
  /** The leaf as it is written in the JSON. */
  readonly written: string;
  /** The value of the leaf; parsed as well if it is a string that contains JSON. */
  readonly value: TextOfTool;
  /**
   * The words of the name of the innermost member that contains the value. Without them,
   * `4155550132` is not recognized as a phone number.
   */
  readonly label: string;
}

/**
 * Runs a function of this file, and names the field of the request in its errors.
 * @throws ApiError with the field, and otherwise as `run`
 */
export function inField<T>(field: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, options, cause } = error;
    throw new ApiError(code, `Field "${field}": ${message}`, { ...options, cause });
  }
}

const MAX_NESTED = 8;

/**
 * Parses the text as JSON, or returns it unchanged if it is not JSON.
 * @throws ApiError `invalid_field` when JSON is nested too deeply in strings of JSON
 */
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

/** Adds a colon, because the recognizers take fewer words before a colon for a person's name. */
function nameText(name: string): string {
  return `${name}:`;
}

/**
 * Returns the texts to sanitise, each once, without member names in `known`, which are the
 * application's own words.
 */
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
 * Returns the text with everything that `textsIn` returns replaced by its sanitised form.
 * @throws ApiError `invalid_field` when two member names become equal, or when a name cannot be
 * separated from its value
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
  throw new ApiError("invalid_field", "a member's name and its value together form personal data", {
    hint: "Put all of it into the value",
  });
}

function requireOwnNames(json: string): void {
  try {
    parseStrictJson(Buffer.from(json));
  } catch (cause) {
    throw new ApiError("invalid_field", "names of members hold personal data and become equal", {
      cause,
      hint: "Put personal data into values",
    });
  }
}

const CASE_BORDER = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const PLACE_IN_LIST = /[ ._-]*\d+$/;
/** Matches most names, for which the slower patterns are then skipped. */
const ONE_WORD = /^[a-z]{1,64}$/;
const LABEL = /^\p{L}[\p{L}\p{M}\p{N} ]{0,127}$/u;

/**
 * Returns the words of a field's name, separated by spaces like a label. `first_name` and
 * `first-name` become `first name`, and `ssn_2` becomes `ssn`. Returns an empty string if the name
 * has no words.
 */
export function labelOf(name: string): string {
  if (ONE_WORD.test(name)) return name;
  const words = name
    .replace(PLACE_IN_LIST, "")
    .replace(CASE_BORDER, " ")
    .replace(/[ ._-]+/g, " ")
    .trim();
  return LABEL.test(words) ? words : "";
}
