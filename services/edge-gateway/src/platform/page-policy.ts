import { STYLE_SOURCE } from "@veil/certificate-page";
import type { RequestHandler } from "express";
import helmet from "helmet";

/**
 * Returns middleware that sets the Content-Security-Policy of a page. It allows the page's own
 * style and the verifier's script and nothing else. Trusted types can be required because the
 * script creates nodes and never parses text as markup.
 * @param connections - `none`: the page cannot open connections
 */
export function pagePolicy(connections: "self" | "none"): RequestHandler {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      "default-src": ["'none'"],
      "script-src": ["'self'"],
      "connect-src": [`'${connections}'`],
      "img-src": ["data:"],
      "style-src": [STYLE_SOURCE],
      "base-uri": ["'none'"],
      "form-action": ["'none'"],
      "frame-ancestors": ["'none'"],
      "require-trusted-types-for": ["'script'"],
      "trusted-types": ["'none'"],
    },
  });
}
