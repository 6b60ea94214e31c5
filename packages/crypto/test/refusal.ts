import { expect } from "@jest/globals";
import type { VerificationCode } from "../src/verification-error.ts";

export function refusal(code: VerificationCode) {
  return expect.objectContaining({ name: "VerificationError", code });
}
