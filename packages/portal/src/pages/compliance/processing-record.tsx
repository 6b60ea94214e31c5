import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, type Schemas, take } from "../../api/client.ts";
import { useChange } from "../../api/use-change.ts";
import { Loaded } from "../../components/loaded.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { documentsTexts } from "./documents-texts.ts";
import { FillIn } from "./fill-in.tsx";

type Activity = Schemas["ProcessingActivity"];

const PATH = "/api/v1/compliance/processing-record";
/** The longest text of a field. Source: `RecordInput` of the API. */
const MAX_LENGTH = 2_000;

const recordQuery = queryOptions({
  queryKey: ["processing-record"],
  queryFn: () => take(api.GET(PATH)),
});

/** The activities of the record, each with a form for what only the customer knows. */
export function ProcessingRecord() {
  const t = useTexts(documentsTexts);
  const query = useQuery(recordQuery);
  return (
    <Loaded query={query}>
      {({ activities }) =>
        activities.length === 0 ? (
          <p className={ui.quiet}>{t.noActivity}</p>
        ) : (
          activities.map((activity) => (
            <ActivityDetails key={activity.activity_id ?? ""} activity={activity} />
          ))
        )
      }
    </Loaded>
  );
}

function ActivityDetails({ activity }: { readonly activity: Activity }) {
  const t = useTexts(documentsTexts);
  const { number } = useFormats();
  const { activity_id: id, calls, fields } = activity;
  const open = fields.filter(({ state }) => state === "open").length;
  return (
    <details>
      <summary>
        {t.activity(id ?? t.noName)}: {t.calls(number(calls))}, {t.open(open)}
      </summary>
      {id !== null && <ActivityForm id={id} fields={fields} />}
    </details>
  );
}

interface ActivityFormProps extends Pick<Activity, "fields"> {
  readonly id: string;
}

function ActivityForm({ id, fields }: ActivityFormProps) {
  const t = useTexts(documentsTexts);
  const save = useChange(recordQuery.queryKey, (body: Schemas["RecordInput"]) =>
    take(api.PUT(`${PATH}/{activity_id}`, { params: { path: { activity_id: id } }, body })),
  );
  return (
    <FillIn
      label={t.activity(id)}
      fields={fields.map(({ name, hint, value }) => ({
        ...{ id: name, title: name, hint, text: value ?? "" },
      }))}
      maxLength={MAX_LENGTH}
      isPending={save.isPending}
      isSaved={save.isSuccess}
      error={save.error}
      onSave={save.mutate}
    />
  );
}
