import type { RequestHandler } from "express";

/** RFC 9116, section 2.5.5 recommends less than a year. */
const VALID_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * Serves whom to tell of a vulnerability (RFC 9116). The text is valid from each reading on: it is
 * as current as the setting.
 * @param contact - a URI such as `mailto:security@example.org`
 */
export function securityText(contact: string): RequestHandler {
  return function handleSecurityText(_req, res) {
    const expires = new Date(Date.now() + VALID_MS).toISOString();
    res.type("text/plain").send(`Contact: ${contact}\nExpires: ${expires}\n`);
  };
}
