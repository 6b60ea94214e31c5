import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, take } from "../../api/client.ts";
import { beginSession } from "../../api/session.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Section } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import { Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { accountTexts } from "./account-texts.ts";

const PATH = "/api/v1/auth/sessions";

const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: () => take(api.GET(PATH)),
});

/** The customer's sessions, with a button that ends all of them. */
export function Sessions() {
  const t = useTexts(accountTexts);
  const { dateTime } = useFormats();
  const queries = useQueryClient();
  const query = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: () => take(api.DELETE(PATH)),
    onSuccess: () => beginSession(queries, null),
  });
  return (
    <Section title={t.sessions}>
      <Loaded query={query}>
        {({ sessions }) => (
          <Table
            caption={t.sessions}
            rows={sessions}
            keyOf={({ session_id }) => session_id}
            columns={[
              {
                title: t.session,
                cell: ({ session_id, current }) => (
                  <>
                    <code>{session_id}</code> {current && <Badge tone="good">{t.current}</Badge>}
                  </>
                ),
              },
              {
                title: t.startedBy,
                cell: ({ key_id, member_id }) => key_id ?? member_id ?? t.password,
              },
              { title: t.started, cell: ({ started_at }) => dateTime(started_at) },
              { title: t.ends, cell: ({ expires_at }) => dateTime(expires_at) },
            ]}
          />
        )}
      </Loaded>
      <p className={ui.quiet}>{t.endSessionsHelp}</p>
      <div>
        <Button kind="danger" disabled={end.isPending} onClick={() => end.mutate()}>
          {t.endSessions}
        </Button>
      </div>
      {end.error !== null && <Problem error={end.error} />}
    </Section>
  );
}
