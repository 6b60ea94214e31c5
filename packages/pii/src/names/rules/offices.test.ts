import { describe, expect, test } from "@jest/globals";
import { decode, type Marginals } from "../../../test/decode.ts";

describe("When an organization is an office and a name, then the name is a person", () => {
  const firm = Object.fromEntries(
    "General Zorak Nokian King Kaiser Nero Mills Hochzeit Berlin"
      .split(" ")
      .map((word) => [word, [0, 0, 0.9]] as const),
  );
  const outside: Marginals = { ...firm, General: [0, 0, 0], King: [0, 0, 0] };
  test.each<[string, string, Marginals]>([
    ["by General Zorak", "Zorak", firm],
    ["by General Zorak Nokian", "Zorak Nokian", firm],
    ["by General Zorak", "Zorak", outside],
    ["zur Zeit des Kaisers Nero", "Nero", firm],
    ["by Minister of Hochzeit Zorak", "Zorak", firm],
    ["by Saudi King Zorak", "Zorak", firm],
  ])("the name after the office is a person: %j", (text, name, marginals) => {
    expect(decode(text, marginals)).toEqual([`PERSON ${name} 0.50`]);
  });

  test.each([
    "by General Hochzeit",
    "by Zorak",
    "by General\nZorak",
    "by General Zorak Hochzeit",
    "by General Zorak & Co",
  ])("no name after an office is found in %j", (text) => {
    expect(decode(text, firm).filter((name) => name.startsWith("PERSON"))).toEqual([]);
  });
});
