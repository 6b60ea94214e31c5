import type { VeilKeysManifest } from "@veil/contracts/signer";
import type { Database } from "@veil/postgres-kit";
import { manifestHash } from "@veil/veil";
import type { KeyManifests } from "../ports.ts";

const SAVE = `
insert into key_manifests (sha256, version, manifest) values ($1, $2, $3)
on conflict (sha256) do nothing`;
/** A pack has at most this many, because each repeats all keys. */
const MAX_CHAIN = 16;
const FIND = "select manifest from key_manifests where sha256 = $1";

export function createPostgresKeyManifests(database: Database): KeyManifests {
  return {
    async save(manifest) {
      const values = [manifestHash(manifest), manifest.version, JSON.stringify(manifest)];
      await database.execute(SAVE, values);
    },
    async before(manifest) {
      const chain: VeilKeysManifest[] = [];
      let hash = manifest.previous_manifest_sha256;
      while (hash !== undefined && chain.length < MAX_CHAIN) {
        const row = await database.optional<{ manifest: VeilKeysManifest }>(FIND, [hash]);
        if (row === undefined) break;
        chain.unshift(row.manifest);
        hash = row.manifest.previous_manifest_sha256;
      }
      return chain;
    },
  };
}
