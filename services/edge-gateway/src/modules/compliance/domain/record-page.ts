import { documentPage, type Section } from "@veil/certificate-page";
import type {
  ProcessingActivity,
  ProcessingRecordResponse,
} from "@veil/contracts/public/compliance/record";

/** Returns the record as a page for printing. */
export function recordPage(record: ProcessingRecordResponse): string {
  const { generated_at, since, until, activities, retention, measures } = record;
  return documentPage({
    title: "Record of processing activities",
    from: "Veil Gateway",
    footer: `Made ${generated_at}. Facts are those that the gateway knows; open fields are the customer's.`,
    intro: `Art. 30(1) and (2) of the GDPR, for ${since} to ${until}.`,
    sections: [
      ...activities.map(activitySection),
      {
        heading: "Retention",
        blocks: [
          table(
            ["Data", "Kept", "Last enforced"],
            retention.map(({ rule, kept, enforced_at }) => [rule, kept, enforced_at]),
          ),
        ],
      },
      {
        heading: "Security measures, as measured",
        blocks: [
          table(
            ["Measure", "State", "Measured"],
            measures.map(({ title, state, measured_at }) => [title, state, measured_at ?? "never"]),
          ),
        ],
      },
    ],
  });
}

function activitySection(activity: ProcessingActivity): Section {
  const { activity_id, calls, first_day, last_day, categories, recipients, fields } = activity;
  const period = first_day === null ? "none" : `${first_day} to ${last_day}`;
  return {
    heading: activity_id === null ? "Calls without an activity" : `Activity ${activity_id}`,
    blocks: [
      {
        kind: "facts",
        facts: [
          ["Calls", String(calls)],
          ["Days with calls", period],
          ...fields.map(
            ({ name, state, value, hint }) =>
              [label(name), state === "open" ? `OPEN. ${hint}` : (value ?? "")] as const,
          ),
        ],
      },
      table(
        ["Category found", "Values"],
        categories.map(({ type, count }) => [type, String(count)]),
      ),
      table(
        ["Recipient", "Host", "Region", "Calls"],
        recipients.map(({ name, host, region, calls: count }) => [
          ...[name, host ?? "not configured", region ?? "not stated", String(count)],
        ]),
      ),
    ],
  };
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]) {
  return { kind: "table", table: { caption: "", columns, rows, layout: "auto" } } as const;
}

function label(name: string): string {
  const words = name.replaceAll("_", " ");
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
