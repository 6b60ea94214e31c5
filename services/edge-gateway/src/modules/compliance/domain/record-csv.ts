import type { ProcessingRecordResponse } from "@veil/contracts/public/compliance/record";
import { csvText } from "./csv.ts";

/** Returns the record as CSV: one row for each fact of an activity. */
export function recordCsv({ activities, retention, measures }: ProcessingRecordResponse): string {
  const rows = activities.flatMap((activity) => {
    const fact = (section: string, name: string, value: string | number | null) => [
      activity.activity_id ?? "(no activity)",
      ...[section, name, value ?? ""],
    ];
    return [
      fact("calls", "calls", activity.calls),
      fact("calls", "first day", activity.first_day),
      fact("calls", "last day", activity.last_day),
      ...activity.categories.map(({ type, count }) => fact("category", type, count)),
      ...activity.recipients.flatMap(({ name, host, region, calls }) => [
        fact("recipient", name, calls),
        fact("recipient", `${name}: host`, host),
        fact("recipient", `${name}: region`, region ?? "not stated"),
      ]),
      ...activity.fields.map(({ name, state, value }) =>
        fact("field", name, state === "open" ? "open" : value),
      ),
    ];
  });
  return csvText(
    ["activity", "section", "name", "value"],
    [
      ...rows,
      ...retention.map(({ rule, kept }) => ["(all)", "retention", rule, kept]),
      ...measures.map(({ id, state }) => ["(all)", "measure", id, state]),
    ],
  );
}
