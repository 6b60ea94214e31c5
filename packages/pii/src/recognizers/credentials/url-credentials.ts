import type { Recognizer } from "../../finding.ts";
import { findUrls } from "../contact/urls.ts";

const PASSWORD = /:\/\/[^/?#:]*:[^/?#]*@/;
const SECRET =
  /[?&#;](?:access_?token|id_?token|refresh_?token|token|api_?key|key|password|passwd|pwd|secret|client_?secret|sig|signature|auth|session|sessionid|sid|otp|code)=[^&#]{6}/i;

/**
 * Recognizes URLs that contain a password (RFC 3986, section 3.2.1) or a secret in a parameter. The
 * hit is the whole URL.
 */
export const urlCredentials: Recognizer = {
  name: "url-credentials",
  type: "URL",
  needs: ":",
  find: ({ text }) =>
    findUrls(text)
      .filter(({ start, end }) => {
        const url = text.slice(start, end);
        return PASSWORD.test(url) || SECRET.test(url);
      })
      .map((span) => ({ ...span, confidence: 0.95 })),
};
