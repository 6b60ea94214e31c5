import type { Span } from "../../finding.ts";
import type { Joint } from "./label-joint.ts";
import { digitsIn, numberAt } from "./number-value.ts";

const SIGNS = new Set([":", "=", "#", ">"]);
/** Digits without any letter or sign. */
const BARE = 5;
const MARKED = 4;
/** As trackers of issues number them. */
const ISSUE_KEY = /^[A-Z]{2,8}-\d{1,5}$/;
const PREFIXED = /^(?=[A-Z0-9./-]*[-/])(?=(?:.*\d){3})[A-Z0-9]{1,6}[-/]/;
/** Too long for a quantity or an issue: "PH 33 018 442". */
const LONG = /^[A-Z]{1,4}(?=.*[ -])(?:[ -]?\d){7,20}$/;

/** Behind a label that names a number. */
export function labeledNumberAt(text: string, { value, sign }: Joint): Span | undefined {
  const found = numberAt(text, value);
  if (found === undefined) return undefined;
  const written = text.slice(found.start, found.end);
  // A placeholder in a form.
  if (/X{3}/.test(written)) return undefined;
  const digits = digitsIn(written);
  if (digits >= 3) return found;
  if (digits === 2 && written.length >= 4) return found;
  return digits >= 1 && written.length >= 6 && /^[A-Z0-9-]+$/.test(written) && sign !== "\n"
    ? found
    : undefined;
}

/** "(ID 2291884)". */
export function bracketedNumberAt(text: string, { value }: Joint): Span | undefined {
  const digits = /^\d{5,12}(?=\))/.exec(text.slice(value, value + 13))?.[0] ?? "";
  return digits === "" ? undefined : { start: value, end: value + digits.length };
}

/** Behind what has a number: "claim CLM-26-88", `invoice=R-2204`, "Ticket: #88120". */
export function recordNumberAt(text: string, { value, sign, quote }: Joint): Span | undefined {
  if (sign === "\n" || sign === "is" || quote === "`") return undefined;
  const isMarked = text.charAt(value) === "#";
  const found = numberAt(text, isMarked ? value + 1 : value);
  if (found === undefined) return undefined;
  const written = text.slice(found.start, found.end);
  if (/X{3}/.test(written)) return undefined;
  const isSure = SIGNS.has(sign)
    ? isClear(written, isMarked)
    : LONG.test(written) || (PREFIXED.test(written) && !ISSUE_KEY.test(written));
  return isSure ? found : undefined;
}

function isClear(written: string, isMarked: boolean): boolean {
  const digits = digitsIn(written);
  if (/^[\d ]+$/.test(written)) return digits >= (isMarked ? MARKED : BARE);
  return digits >= 3 && !/[a-z]{3}|^\d+[.,]\d+$/.test(written);
}
