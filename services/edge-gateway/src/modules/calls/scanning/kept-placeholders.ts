import { replaceSpans } from "@veil/pii/relink";
import type { ReadResponse, Redaction } from "@veil/pii/sanitise-response";
import type { CallField } from "../content/call-field.ts";
import { isIssued } from "./issued.ts";

/**
 * Returns the sanitised texts. In a field that keeps placeholders, literal text stays as it was
 * when it is exactly a placeholder that this request issues: the model wrote it in an earlier
 * answer, and it means the same value there.
 */
export function keptPlaceholders(
  originals: readonly CallField[],
  fields: ReadResponse["fields"],
  issued: Readonly<Record<string, number>>,
): readonly string[] {
  return fields.map(({ text, redactions }, index) => {
    const original = originals[index];
    if (original?.keepsPlaceholders !== true) return text;
    const written = ({ start, end }: Redaction) => original.text.slice(start, end);
    return replaceSpans(original.text, redactions, (redaction) =>
      redaction.type === "LITERAL" && isIssued(written(redaction), issued)
        ? written(redaction)
        : redaction.placeholder,
    );
  });
}
