import type { Opened } from "@veil/certificate-page";
import type { CertificateSignable } from "@veil/contracts/certificate";
import { hmacSha256, VerificationError } from "@veil/crypto";
import { verifyOpenings } from "@veil/veil/verifier";
import { compareAnswers } from "./compare-answers.ts";

/** The contents of files that only the owner of a call has. */
export interface OwnersFiles {
  readonly openings: Uint8Array;
  readonly texts: readonly OwnersText[];
  /** The answer that the owner received. Undefined when there is nothing to compare. */
  readonly response: string | undefined;
}

interface OwnersText {
  /** The name of the item in the claims, such as `context.0`. */
  readonly item: string;
  readonly bytes: Uint8Array;
}

export type OpenedOrNot = { readonly opened: Opened } | { readonly error: VerificationError };

/** Opens the items of a valid certificate. */
export function openCertificate(
  signable: CertificateSignable,
  { openings: json, texts, response }: OwnersFiles,
): OpenedOrNot {
  try {
    const openings = verifyOpenings(signable, json, hmacSha256);
    const opened = texts.map(({ item, bytes }) => ({ item, by: openings.open(item, bytes) }));
    const values =
      response === undefined
        ? undefined
        : compareAnswers(requireAnswer(openings.response), response);
    return { opened: { texts: opened, values } };
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return { error };
  }
}

function requireAnswer(response: string | undefined): string {
  if (response !== undefined) return response;
  throw new VerificationError("wrong_answer", "the certified call had no answer");
}
