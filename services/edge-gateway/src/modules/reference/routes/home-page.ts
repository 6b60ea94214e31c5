import { homePage } from "@veil/certificate-page";
import { ApiError } from "@veil/contracts/errors";
import type { RequestHandler } from "express";
import { REFERENCE_PATH } from "./reference-page.ts";

const LINKS = [
  { path: REFERENCE_PATH, name: "Interface", purpose: "every endpoint, with examples to try" },
  { path: "/openapi.json", name: "OpenAPI document", purpose: "the same for programs" },
  { path: "/ready", name: "Status", purpose: "whether the gateway and what it needs are ready" },
  { path: "/invariant", name: "Isolation", purpose: "what the probes of the sandboxes found" },
  { path: "/.well-known/veil-keys.json", name: "Keys", purpose: "those that sign certificates" },
];

/** Answers `GET /` of a browser; a program gets 404, as for every unknown path. */
export function home(): RequestHandler {
  const html = homePage(LINKS);
  return function handleHome(req, res) {
    res.vary("Accept");
    if (req.accepts(["json", "html"]) !== "html")
      throw new ApiError("not_found", "This path does not exist");
    res.set("Cache-Control", "no-cache").type("html").send(html);
  };
}
