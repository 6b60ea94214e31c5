import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, take } from "../../api/client.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmChange } from "../../components/dialog.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Section } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { useFormats, useTexts } from "../../language.tsx";
import { accountTexts } from "./account-texts.ts";

type Member = Schemas["Member"];

const membersQuery = queryOptions({
  queryKey: ["members"],
  queryFn: () => take(api.GET("/api/v1/account/members")),
});

/** People who have signed in with an identity provider. An owner can erase what is stored of them. */
export function Members() {
  const t = useTexts(accountTexts);
  const { dateTime } = useFormats();
  const query = useQuery(membersQuery);
  const [removed, setRemoved] = useState<Member>();
  return (
    <Section title={t.members}>
      <p>{t.membersHelp}</p>
      <Loaded query={query}>
        {({ members }) => (
          <Table
            caption={t.members}
            rows={members}
            keyOf={({ member_id }) => member_id}
            empty={t.noMembers}
            columns={[
              { title: t.email, cell: ({ email }) => email ?? t.none },
              { title: t.role, cell: ({ role }) => t.roles[role] },
              { title: t.issuer, cell: ({ issuer }) => issuer },
              { title: t.lastSignIn, cell: ({ signed_in_at }) => dateTime(signed_in_at) },
              {
                title: t.removeMember,
                cell: (member) => (
                  <Button
                    kind="danger"
                    aria-label={t.removeTitle(member.member_id)}
                    onClick={() => setRemoved(member)}
                  >
                    {t.removeMember}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {removed !== undefined && (
        <RemoveMember memberId={removed.member_id} onClose={() => setRemoved(undefined)} />
      )}
    </Section>
  );
}

interface RemoveProps {
  readonly memberId: string;
  readonly onClose: () => void;
}

function RemoveMember({ memberId, onClose }: RemoveProps) {
  const t = useTexts(accountTexts);
  const remove = useChange(membersQuery.queryKey, () =>
    take(
      api.DELETE("/api/v1/account/members/{member_id}", {
        params: { path: { member_id: memberId } },
      }),
    ),
  );
  return (
    <ConfirmChange
      title={t.removeTitle(memberId)}
      name={memberId}
      action={t.removeMember}
      change={remove}
      onClose={onClose}
    >
      <p>{t.removeHelp}</p>
    </ConfirmChange>
  );
}
