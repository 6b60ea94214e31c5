import type { VeilKeysManifest } from "@veil/contracts/signer";
import type { Database } from "@veil/postgres-kit";
import { manifestHash } from "@veil/veil";
import type { KeyManifests } from "../ports.ts";

const SAVE = `
insert into key_manifests (sha256, version, manifest) values ($1, $2, $3)
on conflict (sha256) do nothing`;
const EARLIER = `
select manifest from key_manifests where version < $1 order by version, sha256`;

export function createPostgresKeyManifests(database: Database): KeyManifests {
  return {
    async save(manifest) {
      const values = [manifestHash(manifest), manifest.version, JSON.stringify(manifest)];
      await database.execute(SAVE, values);
    },
    async earlier(version) {
      const rows = await database.query<{ manifest: VeilKeysManifest }>(EARLIER, [version]);
      return rows.map(({ manifest }) => manifest);
    },
  };
}
