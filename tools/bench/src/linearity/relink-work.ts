import { findLookalikes, relinkUnchecked } from "@veil/pii/relink";
import { createStreamRelinker, relinkAnswer } from "@veil/relink";
import {
  FOR_LINKED_ANSWERS,
  FOR_PLACEHOLDERS,
  FOR_PLAIN_ANSWERS,
  FOR_STREAMS,
} from "./hostile-answers.ts";
import { onTextsOf, type Work } from "./work.ts";

const entries = [{ placeholder: "[PERSON_1]", value: "Anna Weber" }];

/**
 * Returns work on plain text. Omits markup, because the Markdown and HTML parsers may be non-linear
 * and therefore have a deadline.
 */
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
      name: "relink-stream",
      trials: onTextsOf(FOR_STREAMS, (text) => () => streamed(`${text}[PERSON_1]`)),
    },
    {
      name: "relink-blocks",
      trials: onTextsOf(FOR_STREAMS, (text) => () => inBlocks(`[PERSON_1]${text}[PERSON_1]`)),
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

/** Relinks the text as a stream of pieces, as a provider sends it. */
function streamed(text: string): void {
  const stream = createStreamRelinker({ entries });
  for (let at = 0; at < text.length; at += PIECE) stream.push(text.slice(at, at + PIECE));
  stream.end();
}

/** Makes each piece a block, and adds the same number of empty blocks before and after the text. */
function inBlocks(text: string): void {
  const stream = createStreamRelinker({ entries });
  for (let at = 0; at < text.length; at += PIECE) stream.endBlock();
  for (let at = 0; at < text.length; at += PIECE) {
    stream.push(text.slice(at, at + PIECE));
    stream.endBlock();
  }
  for (let at = 0; at < text.length; at += PIECE) stream.endBlock();
  stream.end();
}

const PIECE = 4;
