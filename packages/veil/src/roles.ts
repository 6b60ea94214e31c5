/** The people who sign a manifest in a ceremony. */
export const CEREMONY_ROLES = ["gateway", "witness"] as const;
export type CeremonyRole = (typeof CEREMONY_ROLES)[number];

/**
 * The purpose of both roles' keys, and of the signer's own key, which signs the development form.
 */
export const MANIFEST_PURPOSE = "manifest";
