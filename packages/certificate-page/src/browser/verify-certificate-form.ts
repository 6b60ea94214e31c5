/// <reference lib="dom" />

import { inMemory, tryEvidencePack } from "@veil/veil/evidence";
import { parsePin, parseVkey, portableCrypto, tryCertificate } from "@veil/veil/verifier";
import type { Content } from "../content/content.ts";
import { PAGE_LIMIT } from "../content/limits.ts";
import { certificateContent } from "../content/verified-certificate.ts";
import { evidenceContent } from "../content/verified-evidence.ts";
import { parsedWords, requiredFile } from "./form-input.ts";

/** Verifies a certificate, or an evidence pack, from files that the reader chose. */
export async function verifyCertificateForm(form: HTMLFormElement): Promise<Content> {
  const pins = parsedWords(form, "pins", parsePin);
  const witnesses = parsedWords(form, "witnesses", parseVkey);
  const certificate = await requiredFile(form, "certificate");
  const trust = { pins, witnesses, crypto: portableCrypto };
  if (isArchive(certificate))
    return evidenceContent(await tryEvidencePack(inMemory(certificate), trust), trust, [
      PAGE_LIMIT,
    ]);
  const manifest = await requiredFile(form, "manifest");
  return certificateContent(tryCertificate({ certificate, manifest }, trust), trust, [PAGE_LIMIT]);
}

const [LETTER_P, LETTER_K] = [0x50, 0x4b];

/** Returns whether the file begins like a zip archive. JSON never does. */
function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === LETTER_P && bytes[1] === LETTER_K;
}
