/** The roles of the people who sign a manifest in a ceremony. */
export const CEREMONY_ROLES = ["gateway", "witness"] as const;
export type CeremonyRole = (typeof CEREMONY_ROLES)[number];

/** The purpose of the keys of both roles, and of the signer's key for development manifests. */
export const MANIFEST_PURPOSE = "manifest";
