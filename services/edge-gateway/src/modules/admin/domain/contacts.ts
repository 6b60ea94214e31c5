import { checkedJson } from "@veil/contracts/parsing";
import { type AdminContactsResponse, ContactRequest } from "@veil/contracts/public/website";
import type { AccountSecrets } from "../../accounts/index.ts";
import type { ContactRow } from "../ports.ts";

const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

const parseContent = checkedJson(ContactRequest);

export function keptUntil(createdAt: Date): string {
  return new Date(createdAt.getTime() + RETENTION_MS).toISOString();
}

export function contactView(
  { contactId, sealedContent, createdAt }: ContactRow,
  secrets: Pick<AccountSecrets, "openField">,
): AdminContactsResponse["contacts"][number] {
  return {
    contact_id: contactId,
    ...parseContent(secrets.openField("contact", contactId, sealedContent)),
    created_at: createdAt.toISOString(),
    kept_until: keptUntil(createdAt),
  };
}
