import { describe, expect, test } from "@jest/globals";
import { findHardIdentifiers } from "./hard-identifiers.ts";
import { redactOutbound } from "./outbound.ts";
import { relinkUnchecked } from "./relink.ts";

describe("A hard identifier that the model wrote", () => {
  test("is redacted", () => {
    const answer =
      "Ask bob@corp.example or +49 30 1234567 or bob2@corp.example, IBAN DE89 3704 0044 0532 0130 00, " +
      "card 4111 1111 1111 1111, SSN 123-45-6789, host 192.168.0.1, signed Bob Miller";
    expect(redactOutbound(answer)).toEqual({
      text:
        "Ask [REDACTED:EMAIL] or [REDACTED:PHONE] or [REDACTED:EMAIL], IBAN [REDACTED:IBAN], " +
        "card [REDACTED:CREDIT_CARD], SSN [REDACTED:US_SSN], host 192.168.0.1, signed Bob Miller",
      matches: [
        { type: "EMAIL", count: 2 },
        { type: "PHONE", count: 1 },
        { type: "IBAN", count: 1 },
        { type: "CREDIT_CARD", count: 1 },
        { type: "US_SSN", count: 1 },
      ],
    });
  });

  test.each([
    "[PHONE_1] [CREDIT_CARD_123456]",
    "Dear [PERSON_1], $& and $1",
    "",
    "PERSON_1@corp.example",
  ])("but %j is not", (text) => {
    expect(redactOutbound(text)).toEqual({ text, matches: [] });
  });

  test("is read with the context before it, which stays", () => {
    const digits = "4155550132";
    expect(redactOutbound(digits).matches).toEqual([]);
    expect(redactOutbound(digits, { before: "phone: " }).text).toBe("[REDACTED:PHONE]");
    expect(redactOutbound("none", { before: "bob@corp.example: " })).toEqual({
      text: "none",
      matches: [],
    });
    expect(redactOutbound("@corp.example", { before: "bob" }).text).toBe("[REDACTED:EMAIL]");
  });

  test("When text is redacted, then it is never restored as a placeholder", () => {
    const entries = [{ placeholder: "[EMAIL_1]", value: "x" }];
    const { text } = redactOutbound("bob@corp.example");
    expect(relinkUnchecked(entries, [text])).toEqual(["[REDACTED:EMAIL]"]);
  });
});

test("When escapes or quotation marks precede a hard identifier, then it is redacted and they stay", () => {
  const answer = String.raw`{"mail":"Call\n+49 171 8842319\\t123-45-6789\n\"DE89 3704 0044\n> 0532 0130 00"}`;
  expect(redactOutbound(answer).text).toBe(
    String.raw`{"mail":"Call\n[REDACTED:PHONE]\\t[REDACTED:US_SSN]\n\"[REDACTED:IBAN]"}`,
  );
  expect(redactOutbound("//4111 1111 1111 1111").text).toBe("//[REDACTED:CREDIT_CARD]");
});

test("Hard identifiers are disjoint, in document order, and of five types only", () => {
  const text = "born on 3 May 1980, Anna Weber, 10.0.0.1, a@b.co 4111111111111111 123-45-6789";
  const found = findHardIdentifiers(text);
  expect(found.map(({ type }) => type)).toEqual(["EMAIL", "CREDIT_CARD", "US_SSN"]);
  expect(found.map(({ start, end }) => text.slice(start, end))[0]).toBe("a@b.co");
});
