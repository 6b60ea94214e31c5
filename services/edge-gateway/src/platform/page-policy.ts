import { STYLE_SOURCE } from "@veil/certificate-page";
import type { RequestHandler } from "express";
import helmet from "helmet";

/**
 * The page's own style, the verifier's script, and nothing else. The script builds nodes, and no
 * markup from text.
 * @param connections - `none`: nothing can leave the page
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
