import type { Recognizer } from "../../finding.ts";
import { findUrls } from "./urls.ts";

/**
 * Recognizes every URL (RFC 3986). The confidence is below the default threshold for URLs, because
 * most URLs identify no person.
 */
export const webAddress: Recognizer = {
  name: "web-address",
  type: "URL",
  needs: ":",
  find: ({ text }) => findUrls(text).map((span) => ({ ...span, confidence: 0.3 })),
};
