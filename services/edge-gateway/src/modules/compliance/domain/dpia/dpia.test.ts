import { describe, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { CnilPia, DpiaResponse } from "@veil/contracts/public/compliance/dpia";
import type { MeasuredControl } from "@veil/contracts/public/compliance/posture";
import { cnilPia } from "./cnil-pia.ts";
import { changedFacts, deploymentFacts, dpia } from "./dpia.ts";
import { dpiaPage } from "./dpia-page.ts";
import { FACTS, type FactSources } from "./facts.ts";
import { INPUT_FIELDS, isOpenField, SECTIONS } from "./texts.ts";

const NOW = "2026-11-21T08:00:00.000Z";
const control: MeasuredControl = {
  ...{ id: "masking_canary", title: "The sanitiser replaces planted values", promise: "P" },
  ...{ reason: "Never measured", measured_at: null, measured_by: "gateway" },
  ...{ state: "unknown", method: "run_time_test" },
  ...{ figures: [], evidence: [], gdpr_articles: [], protection_goals: [] },
};
const activity = {
  ...{ activity_id: "triage", calls: 3, first_day: null, last_day: null, recipients: [] },
  ...{ categories: [{ type: "EMAIL", count: 2 }], version: 0, updated_at: null, fields: [] },
};
const sources: FactSources = {
  posture: {
    ...{ generated_at: NOW, release: "1.2.3", met: 0, not_met: 0, unknown: 1, unknown_share: 1 },
    controls: [control],
  },
  record: {
    ...{ generated_at: NOW, since: "2026-01-01", until: "2026-11-21", measures: [] },
    activities: [activity, { ...activity, activity_id: null, calls: 1 }],
    retention: [{ rule: "job_answers", kept: "24 hours", enforced_at: NOW }],
  },
  accuracy: {
    ...{ release: "1.2.3", measured_at: NOW, command: "npm run pii:report" },
    models: [{ file: "en.ner", sha256: "1".repeat(64) }],
    sets: [
      {
        ...{ title: "English, committed sets", texts: 5 },
        redaction: { recall: 0.905, precision: 1 },
        types: { PERSON: { values: 10, replaced: 0.9, precision: null } },
      },
    ],
  },
  providers: [{ name: "anthropic", host: "api.anthropic.com" }],
  regions: new Map(),
};
const input = { text: "Answer <b>letters</b>", createdAt: new Date(NOW) };
const made = (language: "en" | "de" = "en") =>
  dpia({ ...sources, language, inputs: new Map([["1.1.b", input]]) });
const fieldsOf = (language?: "en" | "de") =>
  new Map(
    made(language).sections.flatMap(({ fields }) => fields.map((field) => [field.id, field])),
  );

describe("The impact assessment", () => {
  test("every field is either a fact or open, in both languages", () => {
    const all = SECTIONS.flatMap(({ fields }) => Object.entries(fields));
    const facts = all.filter(([, field]) => !isOpenField(field)).map(([id]) => id);
    expect(facts.toSorted()).toEqual(Object.keys(FACTS).toSorted());
    expect(facts.filter((id) => INPUT_FIELDS.includes(id))).toEqual([]);
    for (const language of ["en", "de"] as const) {
      const assessment = made(language);
      expect(checked(DpiaResponse)(assessment)).toBe(assessment);
      expect(assessment.sections.map(({ id }) => id)).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
    }
  });

  test("a fact has a source and a time, and an open field says who must fill it in and what to consider", () => {
    for (const { state, source, at, who, hint, text } of fieldsOf().values()) {
      if (state === "fact")
        expect([source, at].map((part) => typeof part)).toEqual(["string", "string"]);
      if (state === "open")
        expect([text.length, typeof who, typeof hint]).toEqual([0, "string", "string"]);
    }
  });

  test("facts follow their sources, and what no one stated or measured is named as such", () => {
    const fields = fieldsOf();
    expect(fields.get("0.2")?.text).toContain("anthropic: api.anthropic.com, region not stated");
    expect(fields.get("1.1.a")?.text).toEqual(["EMAIL: 4 values found"]);
    expect(fields.get("1.1.d")?.text).toEqual(["triage: 3 calls", "without an activity: 1 calls"]);
    expect(fields.get("2.3")?.text).toContain(
      "English, committed sets, PERSON: 90.0 % of 10 values replaced completely",
    );
    expect(fields.get("4.1")?.text[0]).toContain("90.5 %");
    expect(fields.get("4.2")?.text).toEqual([
      "The sanitiser replaces planted values (masking_canary): unknown: Never measured; never measured",
    ]);
  });

  test("what the customer has filled in is an input with its time, and judgements stay open", () => {
    const fields = fieldsOf();
    expect(fields.get("1.1.b")).toMatchObject({ state: "input", text: [input.text], at: NOW });
    for (const id of ["2.1", "3.1", "4.4", "5.1", "6.1"])
      expect(fields.get(id)?.state).toBe("open");
  });

  test("in no language the assessment says that data is anonymous", () => {
    expect(JSON.stringify([made("en"), made("de")])).not.toMatch(/anonym/i);
  });
});

describe("The formats of the impact assessment", () => {
  test("the page is in its language, markup in an input is text, and open fields are marked", () => {
    const page = dpiaPage(made("de"));
    expect(page).toContain('<html lang="de">');
    expect(page).toContain("OFFEN (Verantwortlicher)");
    expect(page).toContain("Answer &lt;b&gt;letters&lt;/b&gt;");
    expect(page).not.toContain("<b>");
  });

  test("for the tool of the CNIL, facts and inputs answer its questions, open fields do not, and nothing is evaluated", () => {
    const exported = cnilPia(made()) as {
      answers: { reference_to: number; data: { text: string } }[];
    };
    expect(checked(CnilPia)(exported)).toBe(exported);
    const questions = exported.answers.map(({ reference_to }) => reference_to);
    expect(new Set(questions).size).toBe(questions.length);
    const asked = [111, 112, 113, 121, 122, 123, 211, 212, 213, 214, 215, 221, 226];
    expect(questions.filter((question) => !asked.includes(question))).toEqual([]);
    expect(questions).toContain(211);
    expect(questions).not.toContain(112);
    const purpose = exported.answers.find(({ reference_to }) => reference_to === 211);
    expect(purpose?.data.text).toBe("<ul><li>Answer &lt;b&gt;letters&lt;/b&gt;</li></ul>");
    expect(exported).toMatchObject({
      pia: { numberOfQuestions: 36 },
      evaluations: [],
      comments: [],
    });
  });
});

describe("Changes since a release", () => {
  test("a changed provider, retention or model is listed with what was removed and added", () => {
    const before = deploymentFacts(sources);
    expect(changedFacts(before, before)).toEqual([]);
    const now = deploymentFacts({
      ...sources,
      providers: [...sources.providers, { name: "other", host: "llm.example" }],
      record: {
        ...sources.record,
        retention: [{ rule: "job_answers", kept: "12 hours", enforced_at: NOW }],
      },
    });
    expect(changedFacts(before, now)).toEqual([
      { field: "0.2", removed: [], added: ["other: llm.example, region not stated"] },
      {
        field: "2.4",
        removed: ["job_answers: kept 24 hours"],
        added: ["job_answers: kept 12 hours"],
      },
    ]);
  });

  test("facts of a release contain no counts of a customer", () => {
    expect(JSON.stringify(deploymentFacts(sources))).not.toMatch(/triage|EMAIL: 4/);
  });
});
