import type { Database } from "@veil/postgres-kit";
import type { Accounts, ProofKind, RegistrationEnvelope } from "../ports.ts";

interface EnvelopeRow {
  readonly kind: ProofKind;
  readonly key_id: string;
  readonly sealed_key: Buffer;
  readonly uses_left: number | null;
  readonly expires_at: Date | null;
}

const VALID = `
select kind, key_id, sealed_key, uses_left, e.expires_at
from registration_envelopes e join api_keys using (customer_id, key_id)
where customer_id = $1 and revoked_at is null and api_keys.expires_at is null
  and (e.expires_at is null or e.expires_at > $2) and (uses_left is null or uses_left > 0)`;

const SPEND = `
update registration_envelopes set uses_left = uses_left - 1
where customer_id = $1 and kind = $2 and uses_left > 0`;

const DROP_EXPIRED = "delete from registration_envelopes where expires_at <= $1";

export function postgresEnvelopes(
  database: Database,
): Pick<Accounts, "envelopes" | "spendEnvelope" | "dropExpiredEnvelopes"> {
  return {
    async envelopes(customerId, now) {
      return (await database.query<EnvelopeRow>(VALID, [customerId, now])).map(toEnvelope);
    },
    async spendEnvelope(customerId, kind) {
      return (await database.execute(SPEND, [customerId, kind])) > 0;
    },
    async dropExpiredEnvelopes(now) {
      await database.execute(DROP_EXPIRED, [now]);
    },
  };
}

function toEnvelope(row: EnvelopeRow): RegistrationEnvelope {
  return {
    kind: row.kind,
    keyId: row.key_id,
    sealedKey: row.sealed_key,
    ...(row.uses_left !== null && { usesLeft: row.uses_left }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
  };
}
