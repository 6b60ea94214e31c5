import { findTemplateIdentifiers } from "@veil/pii/hard-identifiers";

/** Scans text whose author can move personal data elsewhere: a template, a system prompt. */
export function scanIdentifiers(text: string): readonly string[] {
  return [...new Set(findTemplateIdentifiers(text).map(({ type }) => type))];
}
