import type { Hit, Recognizer } from "../../finding.ts";

const CHUNK = /[^\s<>"'`\\^{}|]+/g;
const SCHEME_AT_END = /[a-z][a-z0-9+.-]{0,30}$/i;
/** RFC 3986, section 3.2.1: `user:password@`. */
const USER_INFO = /:\/\/([^/?#]+)@/g;
const SECRET =
  /[?&#;](?:access_?token|id_?token|refresh_?token|token|api_?key|key|password|passwd|pwd|secret|client_?secret|sig|signature|auth|session|sessionid|sid|otp|code)=[^&#]{6}/i;
const TRAILING = /[.,;:!?)\]]{0,4}$/;

/** URLs that carry a password (RFC 3986, section 3.2.1) or a secret in a parameter: the URL as a whole. */
export const urlCredentials: Recognizer = {
  name: "url-credentials",
  type: "URL",
  find({ text }) {
    if (!text.includes("://")) return [];
    return [...text.matchAll(CHUNK)].flatMap(({ 0: chunk, index }) => urlIn(chunk, index));
  },
};

function urlIn(chunk: string, offset: number): Hit[] {
  const mark = chunk.indexOf("://");
  if (mark === -1) return [];
  const scheme = SCHEME_AT_END.exec(chunk.slice(Math.max(0, mark - 31), mark))?.[0] ?? "";
  if (scheme === "" || !(hasPassword(chunk) || SECRET.test(chunk))) return [];
  const end = chunk.length - (TRAILING.exec(chunk.slice(-4))?.[0].length ?? 0);
  return [{ start: offset + mark - scheme.length, end: offset + end, confidence: 0.95 }];
}

function hasPassword(chunk: string): boolean {
  return [...chunk.matchAll(USER_INFO)].some(({ 1: userInfo = "" }) => userInfo.includes(":"));
}
