import type { AuditEvent } from "@veil/contracts/audit";
import { auditEvent, type Payload } from "../../audit/index.ts";
import type { CustomerId } from "../keys/caller.ts";
import type {
  AccountAmendment,
  AccountChanges,
  NewAccount,
  NewApiKey,
  StoredAccount,
} from "../ports.ts";

/**
 * Who changed a customer's account: an operator's command, or an operator's key, given by its id.
 */
type ChangedBy = "command" | `${"admin" | "website"}:${string}`;

export interface AccountChange {
  readonly customerId: CustomerId;
  readonly scope: string;
  readonly subject: string;
  readonly now: Date;
  readonly requestId?: string | undefined;
  readonly changedBy?: ChangedBy | undefined;
  /**
   * Id of the customer's API key that requested the change or started the session. Undefined if no
   * key did.
   */
  readonly byKeyId?: string | undefined;
  /** The member who requested the change. Undefined if no member did. */
  readonly memberId?: string | undefined;
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

/**
 * Creates the event of a changed account. It contains the names of the changed fields, but no value
 * except the tier.
 */
function accountChanged(changes: AccountChanges, change: AccountChange): AuditEvent {
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

/**
 * Creates an event about a customer's account. Its actor is the customer, even if an operator made
 * the change.
 */
export function accountEvent(type: string, payload: Payload, change: AccountChange): AuditEvent {
  const { customerId: actor, scope, subject, now, requestId, changedBy } = change;
  const by = {
    ...(changedBy !== undefined && { changed_by: changedBy }),
    ...(change.memberId !== undefined && { member_id: change.memberId }),
  };
  return auditEvent(type, { actor, scope, subject, requestId }, { ...by, ...payload }, now);
}

/**
 * Returns a function for `Accounts.amend` that determines which fields change and creates their
 * event. A provider key or a sealed field always counts as changed.
 */
export function amendment(
  changes: AccountChanges,
  change: AccountChange,
): (stored: StoredAccount) => AccountAmendment | undefined {
  return function decideAmendment(stored) {
    const changed = differing(stored, changes);
    if (Object.keys(changed).length === 0) return undefined;
    return { changes: changed, event: accountChanged(changed, change) };
  };
}

function differing(stored: StoredAccount, changes: AccountChanges): AccountChanges {
  const { tier, managedAi, licenseExpiresAt, ...replaced } = changes;
  return {
    ...(tier !== undefined && tier !== stored.tier && { tier }),
    ...(managedAi !== undefined && managedAi !== stored.managedAi && { managedAi }),
    ...(licenseExpiresAt !== undefined &&
      licenseExpiresAt.getTime() !== stored.licenseExpiresAt?.getTime() && { licenseExpiresAt }),
    ...replaced,
  };
}
