import { expect, test } from "@jest/globals";
import { createItemEvents, type ResponseEvent } from "./response-items.ts";

const typesOf = (events: readonly ResponseEvent[]) => events.map(({ type }) => type);

test("When the content of a message ends, then its .done events come at once, and the end of the message repeats none", () => {
  const items = createItemEvents("1");
  items.text("Hello");
  expect(typesOf(items.endContent())).toEqual([
    "response.output_text.done",
    "response.content_part.done",
  ]);
  expect(items.endContent()).toEqual([]);
  expect(typesOf(items.close("completed"))).toEqual(["response.output_item.done"]);
});

test("When a message ends without an end of its content, then its .done events come first", () => {
  const items = createItemEvents("1");
  items.text("Hello");
  expect(typesOf(items.close("incomplete"))).toEqual([
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
  ]);
});

test("When the arguments of a call end, then a client gets them before the call ends, and the next item has its own .done events", () => {
  const items = createItemEvents("1");
  items.open({ type: "function", name: "search" });
  items.arguments("{}");
  const [ended] = items.endContent();
  expect(ended).toMatchObject({ type: "response.function_call_arguments.done" });
  expect(ended?.fields).toContain('"output_index":0,"name":"search","arguments":"{}"');
  items.close("completed");
  items.text("Hello");
  expect(items.endContent()).toHaveLength(2);
});
