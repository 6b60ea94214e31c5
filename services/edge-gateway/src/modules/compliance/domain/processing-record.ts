import { NO_ACTIVITY } from "@veil/contracts/public/compliance/activity";
import type { MeasuredControl } from "@veil/contracts/public/compliance/posture";
import {
  type ProcessingActivity,
  type ProcessingRecordResponse,
  RECORD_FIELDS,
  type RecordField,
  type RecordInput,
} from "@veil/contracts/public/compliance/record";
import type { ActivitySum } from "../../calls/index.ts";
import type { SweptRule } from "../ports.ts";

/** What the customer has filled in about an activity. */
export interface GivenInput {
  readonly activity: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly content: RecordInput;
}

interface RecordSources {
  readonly now: Date;
  /** The first and the last day, in the form 2027-01-31. */
  readonly since: string;
  readonly until: string;
  readonly activities: readonly string[];
  readonly sums: readonly ActivitySum[];
  readonly inputs: readonly GivenInput[];
  /** Where the worker sends prompts. Empty if it did not respond. */
  readonly providers: readonly { readonly name: string; readonly host: string }[];
  readonly regions: ReadonlyMap<string, string>;
  readonly swept: readonly SweptRule[];
  readonly controls: readonly MeasuredControl[];
}

/** What a customer must consider for each field (Art. 30(1) of the GDPR). */
const HINTS: Readonly<Record<RecordField, string>> = {
  controller: "Who decides on purposes and means: Art. 30(1)(a)",
  contact: "How to reach the controller: Art. 30(1)(a)",
  representative: "Only for a controller outside the Union: Art. 27",
  data_protection_officer: "Name and contact, if there is one: Art. 37",
  purposes: "For what the answers of the model are used: Art. 30(1)(b)",
  legal_basis: "One of Art. 6(1), and one of Art. 9(2) for special categories",
  data_subjects: "Whose data the texts contain: Art. 30(1)(c)",
  other_recipients: "Who else gets the answers: Art. 30(1)(d)",
  transfer_safeguards: "For a provider in a third country: Art. 44 to 49",
  erasure_limits: "When your own systems delete texts and answers: Art. 30(1)(f)",
};

/** Builds the record of processing activities. */
export function processingRecord(sources: RecordSources): ProcessingRecordResponse {
  const { now, since, until, activities, sums, inputs, swept, controls } = sources;
  const named = new Set([...activities, ...sums.map(({ activity }) => activity)]);
  named.delete("");
  for (const { activity } of inputs) if (activity !== NO_ACTIVITY) named.add(activity);
  return {
    generated_at: now.toISOString(),
    ...{ since, until },
    activities: [...[...named].sort(), ""].map((activity) => described(activity, sources)),
    retention: swept.map(({ rule, kept, sweptAt }) => ({
      ...{ rule, kept, enforced_at: sweptAt.toISOString() },
    })),
    measures: controls.map(({ id, title, state, measured_at }) => ({
      ...{ id, title, state, measured_at },
    })),
  };
}

function described(activity: string, sources: RecordSources): ProcessingActivity {
  const sums = sources.sums.filter((sum) => sum.activity === activity);
  const topic = activity === "" ? NO_ACTIVITY : activity;
  const input = sources.inputs.find((given) => given.activity === topic);
  const ofKind = (kind: ActivitySum["kind"]) => sums.filter((sum) => sum.kind === kind);
  const calls = ofKind("calls");
  return {
    activity_id: activity === "" ? null : activity,
    calls: calls.reduce((total, { count }) => total + count, 0),
    first_day: dayOf(calls.map(({ first }) => first).sort(byTime)[0]),
    last_day: dayOf(
      calls
        .map(({ last }) => last)
        .sort(byTime)
        .at(-1),
    ),
    categories: ofKind("found").map(({ name: type, count }) => ({ type, count })),
    recipients: ofKind("provider").map(({ name, count }) => recipient(name, count, sources)),
    version: input?.version ?? 0,
    updated_at: input?.createdAt.toISOString() ?? null,
    fields: RECORD_FIELDS.map((name) => {
      const value = input?.content[name] ?? null;
      const state = value === null ? ("open" as const) : ("input" as const);
      return { name, state, value, hint: HINTS[name] };
    }),
  };
}

function recipient(name: string, calls: number, { providers, regions }: RecordSources) {
  const host = providers.find((provider) => provider.name === name)?.host ?? null;
  return { name, host, region: regions.get(name) ?? null, calls };
}

function byTime(a: Date, b: Date): number {
  return a.getTime() - b.getTime();
}

function dayOf(time: Date | undefined): string | null {
  return time?.toISOString().slice(0, 10) ?? null;
}
