import type { AuditEvent } from "@veil/contracts/audit";
import { auditEvent, type Payload } from "../../audit/index.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { AccountChanges, NewAccount, NewApiKey } from "../ports.ts";

/** Who changed a customer's account: an operator's command, or an operator's key by its id. */
type ChangedBy = "command" | `${"admin" | "website"}:${string}`;

export interface AccountChange {
  readonly customerId: CustomerId;
  readonly scope: string;
  readonly subject: string;
  readonly now: Date;
  readonly requestId?: string | undefined;
  readonly changedBy?: ChangedBy | undefined;
  /** The customer's key that requests the change or started the session, if a key did. */
  readonly byKeyId?: string | undefined;
}

export function accountCreated(
  { customer, apiKey }: Pick<NewAccount, "customer" | "apiKey">,
  change: AccountChange,
): readonly AuditEvent[] {
  return [
    accountEvent("ACCOUNT_CREATED", { tier: customer.tier }, change),
    keyIssued(apiKey, change),
  ];
}

/** The event names the changed fields. It holds the value of the tier and no other. */
export function accountChanged(changes: AccountChanges, change: AccountChange): AuditEvent {
  const { tier } = changes;
  const payload = {
    ...(tier !== undefined && { tier }),
    changed_fields: Object.keys(changes)
      .map((name) => FIELDS[name as keyof AccountChanges])
      .join(","),
  };
  return accountEvent("ACCOUNT_CHANGED", payload, change);
}

export function providerKeyRemoved(change: AccountChange): AuditEvent {
  return accountEvent("ACCOUNT_CHANGED", { changed_fields: FIELDS.providerKey }, change);
}

export function accountDeleted(change: AccountChange): AuditEvent {
  return accountEvent("ACCOUNT_DELETED", {}, change);
}

const FIELDS: Readonly<Record<keyof AccountChanges, string>> = {
  tier: "tier",
  managedAi: "managed_ai",
  licenseExpiresAt: "license_expires_at",
  sealedEmail: "email",
  sealedCompany: "company",
  providerKey: "provider_key",
};

export function keyIssued({ keyId }: Pick<NewApiKey, "keyId">, change: AccountChange): AuditEvent {
  return accountEvent("KEY_ISSUED", { key_id: keyId }, change);
}

interface Rotation {
  readonly keyId: string;
  readonly replacedBy: string;
  readonly validUntil: Date;
}

export function keyRotated(rotation: Rotation, change: AccountChange): AuditEvent {
  const { keyId: key_id, replacedBy: replaced_by, validUntil } = rotation;
  const payload = { key_id, replaced_by, valid_until: validUntil.toISOString() };
  return accountEvent("KEY_ROTATED", payload, change);
}

export function keyRevoked(keyId: string, change: AccountChange): AuditEvent {
  return accountEvent("KEY_REVOKED", { key_id: keyId }, change);
}

/** The actor is the customer even when an operator made the change. */
export function accountEvent(type: string, payload: Payload, change: AccountChange): AuditEvent {
  const { customerId: actor, scope, subject, now, requestId, changedBy } = change;
  const by = changedBy === undefined ? {} : { changed_by: changedBy };
  return auditEvent(type, { actor, scope, subject, requestId }, { ...payload, ...by }, now);
}
