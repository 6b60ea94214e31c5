/** A text, split into a value and the text before and after it. */
export interface Marked {
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

/** A way to write a text inside another text. Add each new notation to the list. */
export interface TextNotation {
  readonly name: string;
  /** Types that tests do not look for in this notation. */
  readonly without?: ReadonlySet<string>;
  /** Returns undefined if the notation cannot write the text. */
  write(marked: Marked): Marked | undefined;
  /** Returns the text that a reader sees, if the notation adds text to `marked`. */
  read?(marked: Marked): Marked;
  /** True if the notation must begin a line. */
  readonly startsLine?: true;
  /** True if the notation puts something before the text on the same line. */
  readonly isInLine?: true;
  /** True if the notation can write only values, not other notations. */
  readonly isInnermost?: true;
}

/** Types that are not replaced by default and that parts of a URL look like. */
export const STAYING: ReadonlySet<string> = new Set(["DATE_TIME", "URL"]);

/** Ways to write only the value, without the text around it. */
export const VALUE_NOTATIONS: readonly TextNotation[] = [
  inValue("Arabic digits", (value) =>
    value.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
  ),
  inValue("dashes for hyphens", (value) => value.replace(/(?<=\d)-(?=\d)/g, "–")),
  inValue("middle dots for hyphens", (value) => value.replace(/(?<=\d)-(?=\d)/g, "·")),
  ...["X_", "MY_", "CREDIT_CARD_"].map((prefix) => behindCapitals(prefix)),
  { name: "spaced characters", write: spaced, isInnermost: true },
  {
    ...inValue("emoji between digits", (value) => value.replace(/(?<=\d)(?=\d)/g, "😀")),
    isInnermost: true,
  },
];

function inValue(name: string, writeValue: (value: string) => string): TextNotation {
  return {
    name,
    write({ before, value, after }) {
      const written = writeValue(value);
      return written === value ? undefined : { before, value: written, after };
    },
  };
}

/** Writes a prefix before the value, as in the names of constants and in placeholders. */
function behindCapitals(prefix: string): TextNotation {
  const behind = (before: string, sign: string) => before + prefix.slice(0, -1) + sign;
  return {
    name: `a value behind ${prefix}`,
    isInnermost: true,
    without: STAYING,
    write({ before, value, after }) {
      // Names and addresses may begin with such a prefix, and a value of few digits would look like
      // a placeholder.
      if (!/^(?!\d{1,6}(?![\dA-Za-z]|[ ()./-]{1,3}\d))(?!.*@)[+(]?[\p{L}:-]{0,6}\d/u.test(value))
        return undefined;
      if (/[\p{L}\p{N}_]$/u.test(before)) return undefined;
      return { before: behind(before, "_"), value, after };
    },
    read: ({ before, value, after }) => ({ before: behind(before, " "), value, after }),
  };
}

function spaced({ before, value, after }: Marked): Marked | undefined {
  if (!/^(?:[\p{L}\p{N}] ?){4,}$/u.test(value)) return undefined;
  const words = value.split(" ").map((word) => [...word].join(" "));
  return { before, value: words.join("  "), after };
}
