import type { OpenedItem } from "@veil/veil/verifier";
import { type Content, list, type Section } from "./content.ts";
import { sentence } from "./refused-content.ts";

export interface Opened {
  /** The owner's texts by item name. */
  readonly texts: readonly { readonly item: string; readonly by: readonly OpenedItem[] }[];
  /** The restored values. Undefined when no answer was compared. */
  readonly values: readonly { readonly placeholder: string; readonly value: string }[] | undefined;
}

/**
 * Adds what the openings of a valid certificate show to its owner, or why they do not match.
 * @param opening - undefined when the owner gave no openings
 */
export function openedContent(
  content: Content,
  opening: { readonly opened: Opened } | { readonly error: Error } | undefined,
): Content {
  if (opening === undefined) return content;
  if ("opened" in opening)
    return { ...content, sections: [...content.sections, openedSection(opening.opened)] };
  const why = list([`${sentence(opening.error.message)} The steps above do not depend on it.`]);
  return {
    ...content,
    result: {
      valid: false,
      text: "The certificate is valid, but what its owner has does not fit it.",
    },
    sections: [{ heading: "Why", blocks: [why] }, ...content.sections],
  };
}

function openedSection({ texts, values }: Opened): Section {
  return {
    heading: "What the openings show",
    blocks: [
      list([
        "They belong to this certificate, and open its commitment to the answer.",
        ...texts.map(({ item, by }) => `Your text ${item} was ${by.map(described).join(", ")}.`),
        ...(values === undefined ? [] : answerLines(values)),
      ]),
    ],
  };
}

function answerLines(values: NonNullable<Opened["values"]>): readonly string[] {
  const first = "The answer that you received is the certified one";
  if (values.length === 0) return [`${first}, with no value restored.`];
  return [
    `${first}, except for these values in place of placeholders:`,
    ...values.map(({ placeholder, value }) => `${placeholder} became ${JSON.stringify(value)}`),
  ];
}

function described({ component, direction, peer }: OpenedItem): string {
  return direction === "received"
    ? `received by ${component} from ${peer}`
    : `given by ${component} to ${peer}`;
}
