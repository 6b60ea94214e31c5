/// <reference lib="dom" />
import { parsePin, parseVkey, portableCrypto, tryCertificate } from "@veil/veil/verifier";
import type { Content } from "../content/content.ts";
import { PAGE_LIMIT } from "../content/limits.ts";
import { certificateContent } from "../content/verified-certificate.ts";
import { parsedWords, requiredFile } from "./form-input.ts";

/** Verifies a certificate from files that the reader chose. */
export async function verifyCertificateForm(form: HTMLFormElement): Promise<Content> {
  const pins = parsedWords(form, "pins", parsePin);
  const witnesses = parsedWords(form, "witnesses", parseVkey);
  const files = {
    certificate: await requiredFile(form, "certificate"),
    manifest: await requiredFile(form, "manifest"),
  };
  const outcome = tryCertificate(files, { pins, witnesses, crypto: portableCrypto });
  return certificateContent(outcome, { pins, witnesses }, [PAGE_LIMIT]);
}
