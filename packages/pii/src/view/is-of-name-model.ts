import type { Finding } from "../finding.ts";

export function isOfNameModel({ recognizer }: Finding): boolean {
  return recognizer.startsWith("names-");
}
