import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { hostsOf, linkedHosts } from "./hosts.ts";

describe("The host that a browser would turn to", () => {
  test.each([
    ["https://a.example/path", "a.example"],
    ["HTTPS://A.Example", "a.example"],
    ["//a.example/x", "a.example"],
    ["https:a.example/x", "a.example"],
    ["https:/a.example", "a.example"],
    ["https:////a.example", "a.example"],
    ["https:\\\\a.example\\x", "a.example"],
    ["/\\a.example/x", "a.example"],
    ["https:\\/\\/a.example/x", "a.example"],
    ["https://known.example@a.example/", "a.example"],
    ["https://a.example\\@known.example/", "a.example"],
    ["https://a.example:8443/x", "a.example"],
    ["https://a.example.", "a.example"],
    ["(https://a.example)", "a.example"],
    ["![x](https://a.example/i.png)", "a.example"],
    ["[ref]: https://a.example", "a.example"],
    ["<img src=https://a.example/i.png>", "a.example"],
    ["&#104;ttps&colon;&sol;&sol;a&period;example/x", "a.example"],
    ["&#x2f;&#x2F;a.example/x", "a.example"],
    ["www.a.example", "www.a.example"],
    ["a.example/x", "a.example"],
    ["a.example?q=1", "a.example"],
    ["//3232235521/x", "3232235521"],
    ["//[2001:db8::1]/x", "[2001:db8::1]"],
    ["https://localhost/x", "localhost"],
    ["https://a\u00ad.example/x", "a\u00ad.example"],
    ["mailto:x@a.example?body=y", "@a.example"],
    ["mailto:x%40a.example?body=y", "@a.example"],
    ["mailto:?bcc=x@a.example", "@a.example"],
    ["ftp://a.example wss://b.example/x", "b.example"],
  ])("in %j is %s", (text, host) => {
    expect(linkedHosts(text)).toContain(host);
    expect(hostsOf(text)).toContain(host);
  });

  test.each([
    "a // comment",
    "C:\\\\Users\\anna",
    "and/or",
    "1.5/2",
    "anna@a.example",
    "e.g. this/that",
    "//",
  ])("there is none in %j", (text) => {
    expect(linkedHosts(text)).toEqual([]);
  });
});

test("The domain of an email address allows mail to it and no link", () => {
  expect(hostsOf("anna@a.example")).toEqual(["@a.example"]);
});

test("A host broken by a tab or a line end is known in one piece", () => {
  expect(hostsOf("https://a.\texam\nple/")).toContain("a.example");
});

test("Linked hosts are among the hosts of the text, also of any larger text around it", () => {
  const piece = fc.constantFrom(
    "https://",
    "//",
    "a.example",
    "/",
    "\\",
    "@",
    " ",
    "x",
    "&#x2f;",
    "mailto:",
    "?",
    ".",
    ":",
    "www.",
    ")",
    "[",
    "\t",
    '"',
    "&",
  );
  const chunks = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(chunks, chunks, chunks, (before, text, after) => {
      const all = new Set(hostsOf(`${before} ${text}\n${after}`));
      expect(linkedHosts(text).filter((host) => !all.has(host))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
