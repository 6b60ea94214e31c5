import { expect, test } from "@jest/globals";
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
  "When a value holds a hard identifier behind escapes or marks, then it is not clean: %j",
  (text) => {
    expect(scan("Summarise: {mail}", text)).toEqual({ kind: "value_not_clean" });
  },
);

test("When an escape of the template and a value make a hard identifier, then the prompt says which and where", () => {
  expect(scan(String.raw`Phone:\n+49 171 {mail}`, "8842319")).toEqual({
    kind: "identifier",
    types: ["PHONE"],
    near: ["mail"],
  });
});
