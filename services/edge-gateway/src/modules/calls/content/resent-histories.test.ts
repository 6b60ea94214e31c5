import { describe, expect, test } from "@jest/globals";
import { createEngine, sanitiseFields } from "@veil/pii";
import { writeSanitiseResponse } from "@veil/pii/sanitise-response";
import fc from "fast-check";
import { verifiedAnswer } from "../scanning/verified-answer.ts";
import { fieldsOf, type MessagesContent, sanitisedContent } from "./content.ts";
import type { CheckedTemplate, SanitisedMessages } from "./sanitised-content.ts";
import { toolResultPart, toolUsePart } from "./tool-parts.ts";

type Turn = MessagesContent["messages"][number];

const field = "messages";

const engine = createEngine();
const known = new Set<string>();
const PREAMBLE = "Placeholders stand for values." as CheckedTemplate;

const email = fc.nat({ max: 9 }).map((number) => `person.${number}@post.example`);
const said = fc.oneof(
  fc.constantFrom("Please go on.", "All tests pass."),
  email.map((address) => `Write to ${address}, please.`),
);
/** Steps of an agent: a question and its answer, or a call with its result. */
const step: fc.Arbitrary<readonly Turn[]> = fc.oneof(
  fc.tuple(said, said).map(([asked, answered]) => [
    { field, role: "user" as const, parts: [asked] },
    { field, role: "assistant" as const, parts: [answered] },
  ]),
  fc.tuple(email, said).map(([to, text]) => [
    { field, role: "assistant" as const, parts: [call({ to, text })] },
    { field, role: "user" as const, parts: [result(JSON.stringify([{ to }, text]))] },
  ]),
);
const history = fc.array(step, { minLength: 1, maxLength: 10 }).map((steps) => steps.flat());

describe("The turns of a history that is sent again with later turns", () => {
  test("are the same bytes as before, with their tool calls and results", () => {
    fc.assert(
      fc.property(history, history, (earlier, later) => {
        const before = sentMessages(earlier, undefined);
        const after = sentMessages([...earlier, ...later], undefined);
        expect(JSON.stringify(after.slice(0, before.length))).toBe(JSON.stringify(before));
      }),
    );
  });

  test("follow the sentence about placeholders from the first placeholder on", () => {
    const asked: Turn = { field, role: "user", parts: ["Please go on."] };
    const written: Turn = { field, role: "user", parts: ["Write to person.1@post.example."] };
    expect(sentMessages([asked], PREAMBLE)).toHaveLength(1);
    const [first, ...others] = sentMessages([asked, written, asked], PREAMBLE);
    expect(first).toEqual({ role: "system", content: [{ type: "text", text: PREAMBLE }] });
    expect(others[0]).toEqual(sentMessages([asked], PREAMBLE)[0]);
  });
});

function call(input: object) {
  return toolUsePart({ id: "call_1", name: "send", json: JSON.stringify(input), known, field });
}

function result(text: string) {
  return toolResultPart({ id: "call_1", content: [text], isError: undefined, known, field });
}

/** Returns the messages for the worker, as `prepareCall` makes them. */
function sentMessages(
  messages: readonly Turn[],
  preamble: CheckedTemplate | undefined,
): SanitisedMessages["messages"] {
  const content: MessagesContent = {
    ...{ kind: "messages", dialect: "anthropic", options: {}, stop: [], messages, preamble },
    ...{ tools: undefined, outputSchema: undefined, relinkTools: new Set() },
    keepsPlaceholders: false,
  };
  const originals = fieldsOf(content);
  const fields = originals.map(({ name, text }) => ({ name, text }));
  const response = writeSanitiseResponse(sanitiseFields(engine, { fields }));
  const answer = Buffer.from(JSON.stringify(response));
  const { texts, findings } = verifiedAnswer({ originals, answer });
  const named = texts.map((text, index) => ({ name: originals[index]?.name ?? "", text }));
  return (sanitisedContent(content, named, findings > 0) as SanitisedMessages).messages;
}
