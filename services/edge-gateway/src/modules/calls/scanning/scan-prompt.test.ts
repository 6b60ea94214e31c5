import { describe, expect, test } from "@jest/globals";
import { scanPrompt } from "./scan-prompt.ts";

const scan = (template: string, text: string) =>
  scanPrompt({
    template,
    values: [{ name: "mail", text }],
    issued: {},
    findings: 0,
    maxChars: 10_000,
  });

test.each([
  String.raw`{"body":"Hello,\n+49 171 8842319"}`,
  String.raw`{\\\"iban\\\":\\\"DE89 3704 0044\\n0532 0130 00\\\"}`,
  "> IBAN DE89 3704 0044\n> 0532 0130 00",
  "#4111 1111 1111 1111",
])(
  "When a value contains an identifier after escapes or punctuation, then it is not clean: %j",
  (text) => {
    expect(scan("Summarise: {mail}", text)).toEqual({ kind: "value_not_clean" });
  },
);

test("When an escape in the template and a value together form an identifier, then the scan returns its type and place", () => {
  expect(scan(String.raw`Phone:\n+49 171 {mail}`, "8842319")).toEqual({
    kind: "identifier",
    types: ["PHONE"],
    near: ["mail"],
  });
});

describe("scanPrompt with messages", () => {
  const scanMessages = (messages: readonly (readonly string[])[], maxChars = 10_000) =>
    scanPrompt({
      messages: messages.map((parts, message) =>
        parts.map((text, part) => ({ name: `messages.${message}.${part}`, text })),
      ),
      issued: { PERSON: 1 },
      findings: 0,
      maxChars,
    });

  test("a prompt with an issued placeholder in each message is clean", () => {
    expect(scanMessages([["Hello [PERSON_1]", ", again"], ["[PERSON_1]"]])).toEqual({
      kind: "clean",
    });
  });

  test("parts of one message can together form an identifier, but parts of two messages cannot", () => {
    const halves = ["Write to x.y@", "acme.example"] as const;
    expect(scanMessages([["Hello"], halves])).toEqual({
      kind: "identifier",
      types: ["EMAIL"],
      near: ["messages.1.0", "messages.1.1"],
    });
    expect(scanMessages(halves.map((half) => [half]))).toEqual({ kind: "clean" });
  });

  test("parts of one message can together form a placeholder", () => {
    expect(scanMessages([["[PER", "SON_1]"]])).toEqual({
      kind: "lookalike",
      near: ["messages.0.0", "messages.0.1"],
    });
  });

  test("a part that contains an identifier is not clean", () => {
    expect(scanMessages([["Hello"], ["DE89 3704 0044 0532 0130 00"]])).toEqual({
      kind: "value_not_clean",
    });
  });

  test("the length of a prompt is the sum over all messages", () => {
    expect(scanMessages([["12345"], ["67", "8"]], 8).kind).toBe("clean");
    expect(scanMessages([["12345"], ["67", "8"]], 7).kind).toBe("too_long");
  });
});
