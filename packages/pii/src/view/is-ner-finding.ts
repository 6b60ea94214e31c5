import type { Finding } from "../finding.ts";

export function isNerFinding({ recognizer }: Finding): boolean {
  return recognizer.startsWith("names-");
}
