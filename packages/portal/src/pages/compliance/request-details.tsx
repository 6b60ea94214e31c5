import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, take } from "../../api/client.ts";
import { accountQuery } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { saveAs } from "../../components/download.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Section } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import { Facts } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { requestsTexts } from "./requests-texts.ts";

type Result = Schemas["SubjectRequestResult"];

export const REQUESTS_KEY = ["subject-requests"] as const;
const PATH = "/api/v1/compliance/dsar/{subject_request_id}";

export function RequestDetails({ requestId }: { readonly requestId: string }) {
  const params = { path: { subject_request_id: requestId } };
  const query = useQuery({
    queryKey: ["subject-request", requestId],
    queryFn: () => take(api.GET(PATH, { params })),
    // It may hold the person's data.
    gcTime: 0,
  });
  return (
    <Section title={requestId}>
      <Loaded query={query}>
        {(request) => (
          <>
            <Found request={request} />
            <Steps request={request} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Found({ request }: { readonly request: Result }) {
  const t = useTexts(requestsTexts);
  const { dateTime } = useFormats();
  const { searched = [], not_searched = [], erases = [], kept = [], data } = request;
  const lines = [
    ...searched.map(({ place, searched: count, found }) => [
      `${t.searched}: ${place}`,
      `${found.length} / ${count}`,
    ]),
    ...not_searched.map(({ place, reason }) => [`${t.notSearched}: ${place}`, reason]),
    ...erases.map((what) => [t.erases, what]),
    ...kept.map(({ what, why, until }) => [`${t.kept}: ${what}`, `${why} (${until})`]),
  ];
  const save = () => {
    const text = JSON.stringify(data, undefined, 2);
    saveAs(new Blob([text], { type: "application/json" }), `${request.subject_request_id}.json`);
  };
  return (
    <>
      <Facts
        facts={[
          [t.type, t.types[request.subject_request_type]],
          [t.state, t.states[request.request_status]],
          [t.due, dateTime(request.expected_completion_time)],
        ]}
      />
      {lines.length > 0 && (
        <ul lang="en">
          {lines.map(([name, text]) => (
            <li key={`${name} ${text}`}>
              {name}: {text}
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && (
        <div>
          <Button kind="quiet" onClick={save}>
            {t.data}
          </Button>
        </div>
      )}
    </>
  );
}

function Steps({ request }: { readonly request: Result }) {
  const t = useTexts(requestsTexts);
  const [isConfirming, setConfirming] = useState(false);
  const account = useQuery(accountQuery);
  const { subject_request_id: id, request_status: state, subject_request_type: type } = request;
  const step = useStep(id);
  if (state === "completed" || state === "cancelled") return null;
  const erasesAccount = type === "erasure" && request.subject.kind === "customer";
  const name = erasesAccount ? (account.data?.customer_id ?? "") : id;
  const complete = (more: Schemas["SubjectRequestChange"] = {}) =>
    step.mutate(
      { request_status: "completed", ...more },
      { onSuccess: () => setConfirming(false) },
    );
  return (
    <div className={ui.row}>
      {state === "pending" && (
        <Button onClick={() => step.mutate({ request_status: "in_progress" })}>{t.begin}</Button>
      )}
      {state === "in_progress" && (
        <Button
          kind={type === "erasure" ? "danger" : "action"}
          onClick={() => (type === "erasure" ? setConfirming(true) : complete())}
        >
          {t.complete}
        </Button>
      )}
      <Button
        kind="quiet"
        onClick={() => step.mutate({ request_status: "cancelled", reason: "no_match" })}
      >
        {t.cancelRequest}
      </Button>
      {step.error !== null && !isConfirming && <Problem error={step.error} />}
      {isConfirming && name !== "" && (
        <Confirm
          title={t.completeTitle(id)}
          name={name}
          action={t.complete}
          error={step.error}
          isPending={step.isPending}
          onConfirm={() => complete(erasesAccount ? { confirm: name } : {})}
          onClose={() => setConfirming(false)}
        >
          <p>{t.eraseHelp}</p>
        </Confirm>
      )}
    </div>
  );
}

function useStep(requestId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas["SubjectRequestChange"]) =>
      take(api.PATCH(PATH, { params: { path: { subject_request_id: requestId } }, body })),
    onSuccess: (result) => {
      queries.setQueryData(["subject-request", requestId], result);
      return queries.invalidateQueries({ queryKey: REQUESTS_KEY });
    },
  });
}
