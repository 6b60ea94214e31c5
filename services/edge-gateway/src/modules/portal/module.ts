import type { RequestHandler } from "express";
import { portalAsset, portalPage, readSite } from "./routes/site.ts";

interface PortalModule {
  /** The portal's document, by path. Its script calls the API like every other client. */
  readonly pages: Readonly<Record<string, readonly RequestHandler[]>>;
  readonly files: Readonly<Record<string, readonly RequestHandler[]>>;
}

/** @throws Error when the portal was not built */
export function createPortalModule(): PortalModule {
  const site = readSite();
  return {
    // The portal's script decides which page an address means.
    pages: { "/portal{/*page}": portalPage(site) },
    files: { "/portal/assets/:name": [portalAsset(site)] },
  };
}
