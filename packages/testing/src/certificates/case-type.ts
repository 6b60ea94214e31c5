import type { VerificationCode } from "@veil/crypto";
import type { Changes } from "./test-certificate.ts";

/** A file with one defect, named, with the code of the step that finds it. */
export type BadCase = readonly [name: string, code: VerificationCode, changes: Changes];
