/** Matches control characters, and marks that change the direction of text. */
const INVISIBLE = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/**
 * Replaces characters that could control the terminal, because the text may be from a gateway, a
 * model or a visitor of the website.
 */
export function cleaned(text: string): string {
  return text.replace(INVISIBLE, "\u{fffd}");
}

/**
 * Returns JSON in which the same characters are escaped, because `JSON.stringify` does not escape
 * all of them.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(INVISIBLE, (mark) => {
    return `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `${text}\n`;
}
