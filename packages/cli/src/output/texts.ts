/** Control characters, and marks that change the order of what is shown. */
const INVISIBLE = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** What a gateway, a model or a visitor of the website wrote must not control the terminal. */
export function cleaned(text: string): string {
  return text.replace(INVISIBLE, "\u{fffd}");
}

/** The same values with escapes: `JSON.stringify` leaves some of these characters as they are. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(INVISIBLE, (mark) => {
    return `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `${text}\n`;
}
