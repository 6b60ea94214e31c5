export interface Sink {
  readonly name: string;
  readonly text: string;
}

/** Finds values in sinks, in any common encoding. */
export function findIn(sinks: readonly Sink[], values: readonly string[]): string[] {
  const needles = values.map((value) => ({ value, forms: formsOf(value) }));
  return sinks.flatMap(({ name, text }) => {
    const lower = text.toLowerCase();
    return needles
      .filter(({ forms }) => stands(forms, text, lower))
      .map(({ value }) => `${value} in ${name}`);
  });
}

interface Forms {
  /** Encodings that are compared case-insensitively. */
  readonly plain: readonly string[];
  readonly exact: readonly string[];
}

function stands({ plain, exact }: Forms, text: string, lower: string): boolean {
  return plain.some((form) => lower.includes(form)) || exact.some((form) => text.includes(form));
}

function formsOf(value: string): Forms {
  const compact = value.replaceAll(/\s/g, "");
  const plain = [
    ...[value, compact].flatMap((form) => [
      form,
      encodeURIComponent(form),
      Buffer.from(form).toString("hex"),
      Buffer.from(form, "utf16le").toString("hex"),
    ]),
    JSON.stringify(value).slice(1, -1),
    value.replaceAll(/[^\x20-\x7e]/g, unicodeEscape),
    value.replaceAll(" ", "+"),
    value.replaceAll("@", "&#64;"),
    // UTF-8 read as Latin-1.
    Buffer.from(value).toString("latin1"),
  ];
  return {
    plain: [...new Set(plain.map((form) => form.toLowerCase()))],
    exact: [value, compact, value.toLowerCase()].flatMap(base64Forms),
  };
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Returns the base64 of a value at all three alignments, without digits that depend on adjacent
 * bytes.
 */
function base64Forms(value: string): string[] {
  const forms = [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const whole = bytes.length - (bytes.length % 3);
    const encoded = bytes.subarray(0, whole).toString("base64");
    return encoded.slice(offset === 0 ? 0 : 4);
  });
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}
