import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ApiError } from "@veil/contracts/errors";
import type { Request, RequestHandler, Response } from "express";
import helmet from "helmet";

/** A file and its compressed forms, which the build has made. */
interface SiteFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

interface Site {
  readonly page: SiteFile;
  readonly assets: ReadonlyMap<string, SiteFile>;
}

const COMPRESSED = /\.(br|gz)$/;

/** Reads the built portal. @throws Error when it was not built */
export function readSite(): Site {
  const manifest = fileURLToPath(import.meta.resolve("@veil/portal/package.json"));
  const folder = path.join(path.dirname(manifest), "dist/site");
  const assets = path.join(folder, "assets");
  const names = readdirSync(assets).filter((name) => !COMPRESSED.test(name));
  return {
    page: readFile(path.join(folder, "index.html")),
    assets: new Map(names.map((name) => [name, readFile(path.join(assets, name))])),
  };
}

function readFile(file: string): SiteFile {
  return {
    type: path.extname(file),
    plain: readFileSync(file),
    br: readFileSync(`${file}.br`),
    gzip: readFileSync(`${file}.gz`),
  };
}

/**
 * Allows only the gateway's own origin, and no text that becomes markup or script. Base UI and
 * React set styles through the DOM, which needs no inline style.
 */
const policy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": ["'none'"],
  },
});

/** Serves the same document for each page of the portal, whose script shows the page. */
export function portalPage({ page }: Site): readonly RequestHandler[] {
  return [
    policy,
    function handlePortalPage(req, res) {
      res.set("Cache-Control", "no-cache");
      sendFile(req, res, page);
    },
  ];
}

/** Serves a file whose name changes with its content. */
export function portalAsset({ assets }: Site): RequestHandler {
  return function handlePortalAsset(req, res) {
    const file = assets.get(String(req.params["name"]));
    if (file === undefined) throw new ApiError("not_found", "This file is not part of the portal");
    res.set("Cache-Control", "public, max-age=31536000, immutable");
    sendFile(req, res, file);
  };
}

function sendFile(req: Request, res: Response, { type, plain, br, gzip }: SiteFile): void {
  res.vary("Accept-Encoding").type(type);
  switch (req.acceptsEncodings(["br", "gzip"])) {
    case "br":
      res.set("Content-Encoding", "br").send(br);
      return;
    case "gzip":
      res.set("Content-Encoding", "gzip").send(gzip);
      return;
    default:
      res.send(plain);
  }
}
