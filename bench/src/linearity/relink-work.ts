import { findLookalikes, relinkUnchecked } from "@veil/pii/relink";
import { relinkAnswer } from "@veil/relink";
import { FOR_LINKED_ANSWERS, FOR_PLACEHOLDERS, FOR_PLAIN_ANSWERS } from "./hostile-texts.ts";
import { onTextsOf, type Work } from "./work.ts";

const entries = [{ placeholder: "[PERSON_1]", value: "Anna Weber" }];

/** Without markup: the parsers of Markdown and HTML do not promise to be linear, which is why they have a deadline. */
export function relinkWork(): readonly Work[] {
  const answer = { form: "text", entries, hosts: [] } as const;
  return [
    {
      name: "lookalikes",
      trials: onTextsOf(FOR_PLACEHOLDERS, (text) => () => findLookalikes(text)),
    },
    {
      name: "relink-unchecked",
      trials: onTextsOf(
        FOR_PLACEHOLDERS,
        (text) => () => relinkUnchecked(entries, [`${text}[PERSON_1]`]),
      ),
    },
    {
      name: "relink",
      trials: onTextsOf(
        FOR_PLAIN_ANSWERS,
        (text) => () => relinkAnswer({ ...answer, blocks: [`${text}[PERSON_1]`] }),
      ),
    },
    {
      name: "relink-to-hosts",
      trials: onTextsOf(
        FOR_LINKED_ANSWERS,
        (text) => () => relinkAnswer({ ...answer, hosts: ["a.b"], blocks: [`${text}[PERSON_1]`] }),
      ),
    },
  ];
}
