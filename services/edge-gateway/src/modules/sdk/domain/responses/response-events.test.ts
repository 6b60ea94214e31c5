import { expect, test } from "@jest/globals";
import { createResponseStream } from "./response-events.ts";

test("When the provider ends a text, then its .done events are written before the end of the answer, with the next numbers", () => {
  const stream = createResponseStream({
    made: { id: "1", nowMs: 0 },
    // Only the start and the end of an answer need the call.
    ...{ open: undefined as never, call: undefined as never },
  });
  const written = [
    stream.write({ kind: "block_start", index: 0 }),
    stream.write({ kind: "text", index: 0, text: "Hello" }),
    stream.write({ kind: "block_stop", index: 0 }),
  ];
  const events = written.map((text) =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => {
      const { type, sequence_number } = JSON.parse(data);
      return `${sequence_number} ${type}`;
    }),
  );
  expect(events).toEqual([
    [],
    [
      "0 response.output_item.added",
      "1 response.content_part.added",
      "2 response.output_text.delta",
    ],
    ["3 response.output_text.done", "4 response.content_part.done"],
  ]);
});
