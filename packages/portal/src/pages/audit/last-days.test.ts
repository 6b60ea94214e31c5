import { expect, test } from "@jest/globals";
import { firstOfDays, lastDays, lastMonths } from "./last-days.ts";

const NOW = new Date("2027-03-01T00:30:00Z");

test("the first of three days is two days before today, at midnight in UTC", () => {
  expect(firstOfDays(3, NOW).toISOString()).toBe("2027-02-27T00:00:00.000Z");
  expect(firstOfDays(1, NOW).toISOString()).toBe("2027-03-01T00:00:00.000Z");
});

test("the last three days end today, and the last three months with this month, across a year's end", () => {
  expect(lastDays(3, NOW)).toEqual(["2027-02-27", "2027-02-28", "2027-03-01"]);
  expect(lastMonths(4, NOW)).toEqual(["2026-12", "2027-01", "2027-02", "2027-03"]);
});
