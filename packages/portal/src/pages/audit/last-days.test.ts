import { expect, test } from "@jest/globals";
import { firstOfDays, lastDays } from "./last-days.ts";

const NOW = new Date("2027-03-01T00:30:00Z");

test("the first of three days is two days before today, at midnight in UTC", () => {
  expect(firstOfDays(3, NOW).toISOString()).toBe("2027-02-27T00:00:00.000Z");
  expect(firstOfDays(1, NOW).toISOString()).toBe("2027-03-01T00:00:00.000Z");
});

test("hours of one day are added up, and a day without calls has none", () => {
  const spans = [
    { since: "2027-02-27T09:00:00.000Z", calls: 2 },
    { since: "2027-02-27T23:00:00.000Z", calls: 3 },
    { since: "2027-03-01T00:00:00.000Z", calls: 1 },
    { since: "2027-01-01T00:00:00.000Z", calls: 9 },
  ];
  expect(lastDays(spans, 3, NOW)).toEqual([
    { day: "2027-02-27", count: 5 },
    { day: "2027-02-28", count: 0 },
    { day: "2027-03-01", count: 1 },
  ]);
});
