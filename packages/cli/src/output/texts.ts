/** Matches control characters, and marks that change the order of what a terminal shows. */
const INVISIBLE = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/**
 * Removes what could control the terminal from text that a gateway, a model or a visitor of the
 * website wrote.
 */
export function cleaned(text: string): string {
  return text.replace(INVISIBLE, "\u{fffd}");
}

/** Escapes the same characters in values: `JSON.stringify` leaves some of them as they are. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(INVISIBLE, (mark) => {
    return `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `${text}\n`;
}
