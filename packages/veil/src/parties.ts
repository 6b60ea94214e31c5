import type { ManifestKey } from "./manifest.ts";

/** Who signs a manifest in a ceremony. */
export const CEREMONY_PARTIES = ["gateway", "witness"] as const;
export type CeremonyParty = (typeof CEREMONY_PARTIES)[number];

/** Of the parties' keys, and of the signer's own key, which signs the development form. */
export const MANIFEST_PURPOSE = "manifest";

/** From a trusted source, never from the manifest itself. */
export type ManifestPins = Readonly<Record<CeremonyParty, ManifestKey>>;
