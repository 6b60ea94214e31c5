import { useState } from "react";
import { type Schemas, take } from "../../api/client.ts";
import { OPERATOR, operatorApi, usePages } from "../../api/operator.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmChange } from "../../components/dialog.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Paged } from "../../components/paged.tsx";
import { Table } from "../../components/table.tsx";
import { useFormats, useTexts } from "../../language.tsx";
import { operatorTexts } from "./operator-texts.ts";

type Message = Schemas["AdminContactsResponse"]["contacts"][number];

/** The messages that the website's form sent. */
export function MessagesPage() {
  const t = useTexts(operatorTexts);
  const query = usePages("contacts", (query) =>
    take(operatorApi.GET("/api/v1/admin/contacts", { params: { query } })),
  );
  return (
    <Page title={t.pages["/operators/messages"]} lead={t.messagesLead}>
      <Section title={t.pages["/operators/messages"]}>
        <Paged query={query}>
          {(pages) => <Messages rows={pages.flatMap(({ contacts }) => contacts)} />}
        </Paged>
      </Section>
    </Page>
  );
}

function Messages({ rows }: { readonly rows: readonly Message[] }) {
  const t = useTexts(operatorTexts);
  const { dateTime } = useFormats();
  const [removed, setRemoved] = useState<string>();
  return (
    <>
      <Table
        caption={t.pages["/operators/messages"]}
        rows={rows}
        keyOf={({ contact_id }) => contact_id}
        columns={[
          { title: t.received, cell: ({ created_at }) => dateTime(created_at) },
          { title: t.sender, cell: ({ name, company }) => listed(name, company) },
          { title: t.email, cell: ({ email }) => email },
          { title: t.message, cell: ({ message }) => message },
          { title: t.keptUntil, cell: ({ kept_until }) => dateTime(kept_until) },
          {
            title: t.act,
            cell: ({ contact_id }) => (
              <Button
                kind="danger"
                aria-label={t.removeTitle(contact_id)}
                onClick={() => setRemoved(contact_id)}
              >
                {t.remove}
              </Button>
            ),
          },
        ]}
      />
      {removed !== undefined && (
        <RemoveMessage contactId={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
  );
}

function listed(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(", ");
}

interface RemoveMessageProps {
  readonly contactId: string;
  readonly onClose: () => void;
}

function RemoveMessage({ contactId, onClose }: RemoveMessageProps) {
  const t = useTexts(operatorTexts);
  const remove = useChange([OPERATOR, "contacts"], () =>
    take(
      operatorApi.DELETE("/api/v1/admin/contacts/{contact_id}", {
        params: { path: { contact_id: contactId } },
      }),
    ),
  );
  return (
    <ConfirmChange
      title={t.removeTitle(contactId)}
      name={contactId}
      action={t.remove}
      change={remove}
      onClose={onClose}
    >
      <p>{t.removeHelp}</p>
    </ConfirmChange>
  );
}
