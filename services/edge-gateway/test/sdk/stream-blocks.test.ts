import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { AnswerBlock, InferenceEvent } from "@veil/contracts/inference";
import { readEvents } from "@veil/llm-dialects";
import { describeWithServer } from "@veil/testing";
import fc from "fast-check";
import { completedResult } from "../support/completed-result.ts";
import { writtenEvents } from "../support/fake-services.ts";
import { callSdk } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";
import { callsIn, keyWithTools, toolsBody } from "../support/tools.ts";

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway({
    ...{ TOOLS_ENABLED: "true", STREAMING_ENABLED: "true", PER_MINUTE_LIMIT_ENTERPRISE: "100000" },
  });
  key = await keyWithTools(gateway);
});
afterAll(() => gateway.close());

const ask = (more: object = {}) =>
  callSdk(gateway, "messages", toolsBody("messages", more), {
    ...{ key, headers: { "x-veil-relink": "true" } },
  });

interface Block {
  readonly kind: "text" | "tool_use";
  text: string;
  isEnded: boolean;
}

/**
 * Returns the blocks of a stream, and expects each block to begin after the previous one has ended.
 */
async function streamed(): Promise<readonly Block[]> {
  const { text } = await ask({ stream: true });
  async function* chunks() {
    yield Buffer.from(text);
  }
  const blocks: Block[] = [];
  for await (const { data } of readEvents(chunks())) {
    const { type, index, content_block, delta } = JSON.parse(data);
    const block = blocks.at(-1);
    if (type === "content_block_start") {
      expect([index, block?.isEnded ?? true]).toEqual([blocks.length, true]);
      blocks.push({ kind: content_block.type, text: "", isEnded: false });
    } else if (index !== undefined && block !== undefined) {
      expect([index, block.isEnded]).toEqual([blocks.length - 1, false]);
      if (type === "content_block_stop") block.isEnded = true;
      else block.text += delta.text ?? delta.partial_json;
    }
  }
  return blocks;
}

function answerWith(blocks: readonly AnswerBlock[]): void {
  const { choices: _choices, ...end } = completedResult("");
  const choice = { blocks: [...blocks], stop_reason: "end_turn" };
  gateway.worker.answerWith(() => ({ ...end, choices: [choice] }));
}

/** Makes the worker send texts and arguments in pieces of these lengths, in turn. */
function cutAt(lengths: readonly number[]): void {
  const pieces = (text: string) => {
    const parts: string[] = [];
    for (let at = 0, turn = 0; at < text.length; turn += 1) {
      const length = lengths[turn % lengths.length] ?? 1;
      parts.push(text.slice(at, at + length));
      at += length;
    }
    return parts;
  };
  const cut = (event: InferenceEvent): readonly InferenceEvent[] => {
    if (event.type === "text") return pieces(event.text).map((text) => ({ ...event, text }));
    if (event.type === "arguments") return pieces(event.json).map((json) => ({ ...event, json }));
    return [event];
  };
  gateway.worker.streamWith(async (res, events) => res.end(writtenEvents(events.flatMap(cut))));
}

const textBlock = (text: string): AnswerBlock => ({ type: "text", text });
const call = (json: string): AnswerBlock => ({
  ...{ type: "tool_use", name: "send_mail", arguments: json },
});
const WORDS = ["[PERSON_1]", "Dear ", " ", ", ", "'s", "!", "\n", "**"];
const wordsOf = (words: readonly string[]) =>
  fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((list) => list.join(""));
/**
 * Puts blanks around addresses, because a stream restores adjacent values together or not at all.
 */
const block = fc.oneof(
  wordsOf([...WORDS, "[PERSON_1] ", " [EMAIL_1] "]).map(textBlock),
  wordsOf([...WORDS, "[EMAIL_1]"]).map((text) => call(JSON.stringify({ to: "[EMAIL_1]", text }))),
);

describeWithServer("postgres", "Blocks of a stream", () => {
  test("A placeholder at the end of a text is restored when a tool call follows", async () => {
    answerWith([textBlock("I write to [PERSON_1]"), call('{"to":"[EMAIL_1]"}')]);
    expect(await streamed()).toEqual([
      { kind: "text", text: "I write to Ann Weber", isEnded: true },
      { kind: "tool_use", text: '{"to":"ann@post.example"}', isEnded: true },
    ]);
  });

  test("A placeholder at the end of a text is not restored when a later text turns it into a link", async () => {
    answerWith([textBlock("See [PERSON_1]"), call("{}"), textBlock(".evil.example/x [PERSON_1]")]);
    expect(await streamed()).toEqual([
      { kind: "text", text: "See [PERSON_1]", isEnded: true },
      { kind: "tool_use", text: "{}", isEnded: true },
      { kind: "text", text: ".evil.example/x Ann Weber", isEnded: true },
    ]);
  });

  test("For any blocks, sent in any pieces, a stream restores the same text as the whole response", async () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(block, { minLength: 1, maxLength: 5 }),
        lengths,
        async (blocks, cuts) => {
          answerWith(blocks);
          cutAt(cuts);
          const { body } = await ask();
          const text = body.content[0]?.type === "text" ? body.content[0].text : "";
          const received = await streamed();
          const inStream = (kind: Block["kind"]) =>
            received.filter((one) => one.kind === kind).map((one) => one.text);
          expect(inStream("text").join("")).toBe(text);
          expect(inStream("tool_use").map((json) => JSON.parse(json))).toEqual(
            callsIn(body).map(({ input }) => input),
          );
          expect(received.map(({ kind }) => kind)).toEqual(blocks.map(({ type }) => type));
        },
      ),
      { numRuns: 60 },
    );
  });
});
