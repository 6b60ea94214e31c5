import type { Recognizer } from "../../finding.ts";
import { findUrls } from "./urls.ts";

/** Every other URL (RFC 3986): rarely identifies a person. Below the default threshold for URLs. */
export const webAddress: Recognizer = {
  name: "web-address",
  type: "URL",
  needs: ":",
  find: ({ text }) => findUrls(text).map((span) => ({ ...span, confidence: 0.3 })),
};
