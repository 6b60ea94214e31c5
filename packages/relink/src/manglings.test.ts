import { describe, expect, test } from "@jest/globals";
import { MANGLED_ENTRIES, MANGLINGS, NOT_MANGLED } from "@veil/testing/manglings";
import { relinkAnswer } from "./relink-answer.ts";
import { createStreamRelinker } from "./stream/stream-relinker.ts";

const whole = (text: string) =>
  relinkAnswer({ form: "text", blocks: [text], entries: MANGLED_ENTRIES, hosts: [] }).blocks[0];

function streamed(text: string): string {
  const stream = createStreamRelinker({ entries: MANGLED_ENTRIES });
  return [...text].map((unit) => stream.push(unit)).join("") + stream.end();
}

/** Streams leave these percent-encoded placeholders. */
const LEFT_IN_STREAMS: ReadonlySet<string> = new Set(["%5BPERSON_1%5D", "%5BPERSON%5F10%5D"]);

describe.each(Object.entries(MANGLINGS))("When a model changes %s", (_kind, manglings) => {
  test.each(manglings)(
    "%j becomes %j, both in the whole answer and in a stream",
    (written, restored) => {
      const answer =
        written.startsWith("{") || written.startsWith("`") ? written : `So, ${written}!`;
      const expected = answer.replace(written, () => restored);
      expect(whole(answer)).toBe(expected);
      expect(streamed(answer)).toBe(LEFT_IN_STREAMS.has(written) ? answer : expected);
    },
  );
});

test.each(NOT_MANGLED)("%j stays, both in the whole answer and in a stream", (text) => {
  expect(whole(`So, ${text}!`)).toBe(`So, ${text}!`);
  expect(streamed(`So, ${text}!`)).toBe(`So, ${text}!`);
});
