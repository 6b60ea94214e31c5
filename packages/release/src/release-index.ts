import { checkedJson } from "@veil/contracts/parsing";
import { type Static, Type } from "typebox";

const closed = { additionalProperties: false };
const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Digest = Type.String({ pattern: "^sha256:[0-9a-f]{64}$" });
const Name = Type.String({ pattern: "^[a-z0-9-]{1,40}$" });
const Version = Type.String({ pattern: "^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?$", maxLength: 64 });
/** A path inside the release: no part of it begins with a dot. */
const FileName = Type.String({
  pattern: "^(?!\\.)[A-Za-z0-9._-]+(/(?!\\.)[A-Za-z0-9._-]+)*$",
  maxLength: 200,
});

/** `release.json`: what a release contains. */
export const ReleaseIndex = Type.Object(
  {
    type: Type.Literal("veil/release/v1"),
    version: Version,
    commit: Type.String({ pattern: "^[0-9a-f]{40}$" }),
    /** The time of the commit, which is the time of every file in the release. */
    committed_at: Type.String({ maxLength: 32 }),
    base: Type.Object(
      {
        name: Type.String({ maxLength: 200 }),
        digest: Digest,
        /** Whether the images contain the layers of the base image, so that a cluster can run them. */
        included: Type.Boolean(),
      },
      closed,
    ),
    /** The digest of the manifest of each service's image. */
    images: Type.Record(Name, Digest, { maxProperties: 32, ...closed }),
    /** What `veil netpol hash` prints for each of the manifests. */
    network_policy_sha256: Type.Record(Name, Sha256, { maxProperties: 8, ...closed }),
    artifacts: Type.Array(
      Type.Object({ name: FileName, sha256: Sha256, size: Type.Integer({ minimum: 0 }) }, closed),
      { maxItems: 1_000 },
    ),
  },
  closed,
);
export type ReleaseIndex = Static<typeof ReleaseIndex>;
export type Artifact = ReleaseIndex["artifacts"][number];

/** Parses `release.json`. @throws ApiError */
export const parseReleaseIndex = checkedJson(ReleaseIndex);

/** The names of files in a release. */
export const RELEASE_FILES = {
  index: "release.json",
  signature: "release.sigstore.json",
  provenance: "provenance.intoto.json",
  vex: "vex.cdx.json",
  accuracy: "accuracy.json",
  changelog: "CHANGELOG.md",
  image: (service: string) => `images/${service}`,
  sbom: (service: string) => `sbom/${service}.cdx.json`,
  manifests: (variant: string) => `manifests/${variant}.yaml`,
  gateway: (variant: string) => `gateway/${variant}.json`,
  chart: (version: string) => `veil-gateway-${version}.tgz`,
} as const;

/** The overlays whose rendered manifests a release contains. */
export const VARIANTS = ["prod", "small"] as const;

export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
export const PAYLOAD_TYPE = "application/vnd.in-toto+json";
export const RELEASE_PREDICATE = "urn:veil:release:v1";
export const PROVENANCE_PREDICATE = "https://slsa.dev/provenance/v1";

/** Returns the content of the gateway's RELEASE_FILE for the manifests of a variant. */
export function gatewayRelease(
  { images, network_policy_sha256 }: Pick<ReleaseIndex, "images" | "network_policy_sha256">,
  variant: string,
): string {
  const release = { images, network_policy_sha256: network_policy_sha256[variant] };
  return `${JSON.stringify(release, null, 2)}\n`;
}
