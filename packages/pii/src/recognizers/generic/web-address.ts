import type { Recognizer } from "../../finding.ts";
import { findUrls } from "./urls.ts";

/**
 * Every other URL (RFC 3986): what somebody reads or has put somewhere can lead to them, and mostly does not.
 * Below the confidence from which URLs are replaced by default.
 */
export const webAddress: Recognizer = {
  name: "web-address",
  type: "URL",
  needs: ":",
  find: ({ text }) => findUrls(text).map((span) => ({ ...span, confidence: 0.3 })),
};
