import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { ProcessingRecordResponse } from "@veil/contracts/public/compliance/record";
import type { ActivitySum } from "../../calls/index.ts";
import { type GivenInput, processingRecord } from "./processing-record.ts";
import { recordCsv } from "./record-csv.ts";
import { recordJsonLd } from "./record-jsonld.ts";
import { recordPage } from "./record-page.ts";

const FIRST = new Date("2026-11-20T08:00:00Z");
const LAST = new Date("2026-11-21T09:00:00Z");
const sum = (activity: string, kind: ActivitySum["kind"], name: string, count: number) => ({
  ...{ activity, kind, name, count },
  ...{ first: FIRST, last: LAST },
});
const input = (activity: string, content: GivenInput["content"]): GivenInput => ({
  ...{ activity, content },
  ...{ version: 2, createdAt: FIRST },
});

const sources = {
  now: LAST,
  ...{ since: "2026-01-01", until: "2026-12-31" },
  activities: ["triage", "unused"],
  sums: [
    sum("triage", "calls", "", 3),
    sum("triage", "found", "EMAIL", 2),
    sum("triage", "provider", "anthropic", 2),
    sum("triage", "provider", "unknown", 1),
    sum("", "calls", "", 5),
  ],
  inputs: [input("triage", { purposes: "=SUM(1)", legal_basis: "Art. 6(1)(b) <b>" })],
  providers: [{ name: "anthropic", host: "api.anthropic.com" }],
  regions: new Map([["anthropic", "US"]]),
  swept: [{ rule: "job_answers", kept: "24 hours", sweptAt: LAST }],
  controls: [],
};
const record = processingRecord(sources);

describe("The processing record", () => {
  test("each activity has its counts, days and recipients, and calls without an activity come last", () => {
    expect(checked(ProcessingRecordResponse)(record)).toBe(record);
    const [triage, unused, none] = record.activities;
    expect(triage).toMatchObject({
      ...{ activity_id: "triage", calls: 3, first_day: "2026-11-20", last_day: "2026-11-21" },
      categories: [{ type: "EMAIL", count: 2 }],
      recipients: [
        { name: "anthropic", host: "api.anthropic.com", region: "US", calls: 2 },
        { name: "unknown", host: null, region: null, calls: 1 },
      ],
    });
    expect(unused).toMatchObject({ activity_id: "unused", calls: 0, first_day: null });
    expect(none).toMatchObject({ activity_id: null, calls: 5 });
    expect(record.activities).toHaveLength(3);
  });

  test("a field that the customer has given is an input, and all others are open", () => {
    const fieldsOf = (at: number) =>
      new Map(
        record.activities[at]?.fields.map(({ name, state, value }) => [name, [state, value]]),
      );
    expect(fieldsOf(0).get("purposes")).toEqual(["input", "=SUM(1)"]);
    expect(fieldsOf(0).get("controller")).toEqual(["open", null]);
    expect(new Set([...fieldsOf(1).values()].map(([state]) => state))).toEqual(new Set(["open"]));
    expect(record.activities.map(({ version }) => version)).toEqual([2, 0, 0]);
  });

  test("an activity for which the customer has filled in the record before its first call is listed", () => {
    const planned = processingRecord({ ...sources, inputs: [input("planned", { purposes: "p" })] });
    expect(planned.activities.map(({ activity_id }) => activity_id)).toContain("planned");
    const none = processingRecord({ ...sources, inputs: [input("_", { purposes: "all others" })] });
    expect(none.activities.at(-1)?.fields).toContainEqual(
      expect.objectContaining({ name: "purposes", value: "all others" }),
    );
  });
});

describe("The formats of the processing record", () => {
  test("in CSV, a value that a spreadsheet would compute is text", () => {
    const lines = recordCsv(record).split("\r\n");
    expect(lines[0]).toBe("activity,section,name,value");
    expect(lines).toContain("triage,category,EMAIL,2");
    expect(lines).toContain("triage,field,purposes,'=SUM(1)");
    expect(lines).toContain("(all),retention,job_answers,24 hours");
  });

  test("on the page, markup in a value is text, and open fields say what to consider", () => {
    const page = recordPage(record);
    expect(page).toContain("Art. 6(1)(b) &lt;b&gt;");
    expect(page).not.toContain("<b>");
    expect(page).toContain("OPEN. Who decides on purposes and means");
  });

  test("in JSON-LD, every term of the Data Privacy Vocabulary is in its version 2.3", () => {
    const file = path.join(import.meta.dirname, "../../../../test/compliance/dpv-2.3-terms.json");
    const known = new Set<string>(JSON.parse(readFileSync(file, "utf8")) as string[]);
    const text = JSON.stringify(recordJsonLd(record));
    const used = [...text.matchAll(/"dpv:(\w+)"/g)].map(([, term = ""]) => term);
    expect(used).toEqual(expect.arrayContaining(["RecordsOfActivities", "StorageDuration"]));
    expect(used.filter((term) => !known.has(term))).toEqual([]);
  });

  test("in JSON-LD, each activity is a process with its recipients and categories, without open fields", () => {
    expect(recordJsonLd(record)).toMatchObject({
      "@type": "dpv:RecordsOfActivities",
      "dpv:hasProcess": [
        {
          "dct:identifier": "triage",
          "dpv:hasPurpose": [{ "dct:description": "=SUM(1)" }],
          "dpv:hasPersonalData": [{ "dct:title": "EMAIL", "dct:extent": 2 }],
          "dpv:hasRecipient": [{ "dpv:hasName": "anthropic" }, { "dpv:hasName": "unknown" }],
        },
        { "dct:identifier": "unused" },
        { "dct:identifier": "(no activity)" },
      ],
    });
    expect(JSON.stringify(recordJsonLd(record))).not.toContain("hasDataController");
  });
});
