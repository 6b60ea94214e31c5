import type { Database } from "@veil/postgres-kit";
import type { ProviderCredentials } from "../ports.ts";
import { noProviderKey } from "./provider-key.ts";

interface BoxRow {
  readonly record_id: string;
  readonly provider: string;
  readonly sealing_key_id: string;
  readonly box: Buffer;
}

const FIND = `
select record_id, provider, sealing_key_id, box from provider_keys where customer_id = $1`;

export function createPostgresProviderCredentials(database: Database): ProviderCredentials {
  return {
    async forCaller({ customerId, managedAi }) {
      if (managedAi) return { kind: "managed" };
      const row = await database.optional<BoxRow>(FIND, [customerId], {
        name: "find-provider-key",
      });
      if (row === undefined) throw noProviderKey();
      const { record_id, provider, sealing_key_id, box } = row;
      return { kind: "box", record_id, provider, sealing_key_id, box: box.toString("base64") };
    },
  };
}
