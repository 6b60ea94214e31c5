import { describe, expect, test } from "@jest/globals";
import { groupNames, sameName } from "./names-agree.ts";

test.each([
  ["Hans Meyer", "Hans Maier"],
  ["Hans Meyer", "Hans Mayr"],
  ["Hans Meyer", "HANS MEYER"],
  ["Hans Meyer", "Meyer"],
  ["Hans Meyer", "Maier"],
  ["Hans Meyer", "Meyers"],
  ["Hans Meyer", "Herr Dr. Maier"],
  ["Hans Meyer", "Mr. Meyer's"],
  ["Hans Meyer", "Dr.Meyer"],
  ["Hans Meyer", "H. Meyer"],
  ["Hans Meyer", "H. Maiers"],
  ["Hans Meyer", "Meyer, Hans"],
  ["Hans Meyer", "Maier, H."],
  ["Hans Meyer", "Meyer H."],
  ["Hans Meyer", "Prof. Dr. med. Hans Meyer"],
  ["Hans Meyer", "Hans Peter Meyer"],
  ["Hans Meyer", "Hans"],
  ["Hans-Peter Meyer", "H.-P. Meyer"],
  ["Hans-Peter Meyer", "Hans Peter Meyer"],
  ["Stefan Koch", "Stephan Koch"],
  ["John R. Smith", "John Robert Smyth"],
  ["Ursula von der Leyen", "Leyen"],
  ["Ursula von der Leyen", "von der Leyen"],
  ["Frau Weiß", "Weiss"],
  ["Müller", "Mueller"],
  ["Łukasz Żak", "Ł. Żak"],
  ["王伟", "王伟"],
])("%s and %s can be one person", (a, b) => {
  expect([sameName(a, b), sameName(b, a)]).toEqual([true, true]);
});

test.each([
  ["Hans Meyer", "Peter Maier"],
  ["Hans Meyer", "Peter Meyer"],
  ["Hans Meyer", "P. Meyer"],
  ["Hans Meyer", "Hans Meer"],
  ["Hans Meyer", "Hans Mauer"],
  ["Hans Meyer", "Herr Hans"],
  ["Hans Meyer", "Peter"],
  ["Stefan Meyer", "Stephan Maier"],
  ["Herr Meyer", "Frau Meyer"],
  ["Hans-Peter Meyer", "Hans-Jürgen Meyer"],
  ["王伟", "李娜"],
  ["", "Meyer"],
  ["Dr.", "Prof."],
])("%s and %s cannot be one person", (a, b) => {
  expect([sameName(a, b), sameName(b, a)]).toEqual([false, false]);
});

describe("groupNames", () => {
  test.each<[string, readonly number[]]>([
    ["Hans Meyer|Maier|Hans Maier|Meyers|H. Meyer", [0, 0, 0, 0, 0]],
    ["Meyer|Hans Meyer", [1, 1]],
    ["Hans Meyer|Peter Meyer|Meyer", [0, 1, 2]],
    ["Hans Meyer|Peter Maier|Meyer|Maiers|Mayr", [0, 1, 0, 1, 4]],
    ["Hans Meyer|Heinz Meyer|H. Meyer", [0, 1, 2]],
    ["Hans Peter Koch|Hans Paul Koch|Hans Koch", [0, 1, 2]],
    ["Hans Koch|Peter Hans|Hans", [0, 1, 2]],
    ["Anna|Anna Weber|Weber", [1, 1, 1]],
    ["|...|王伟|王伟", [0, 1, 2, 2]],
    ["", [0]],
  ])("The names %s are grouped as %j", (names, groups) => {
    expect(groupNames(names.split("|"))).toEqual(groups);
  });
});
