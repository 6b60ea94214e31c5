/** @heavy runs a verifier of DSSE that is written in Python */
import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ed25519PrivateKey, ed25519PublicKey } from "@veil/crypto";
import { RELEASE_FILES, type ReleaseIndex } from "@veil/release";
import { signRelease } from "@veil/release/sign";
import { writeSmallRelease } from "@veil/release-maker/small-release";
import { describeWhere, judgePath } from "@veil/testing";

const SCRIPT = path.resolve(import.meta.dirname, "../../../docs/verify_release.py");
const python = judgePath("python-interop") ?? "";
const folder = mkdtempSync(path.join(tmpdir(), "veil-release-interop-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => path.join(folder, ...names);
const key = ed25519PrivateKey(Buffer.alloc(32, 7));

async function verified(pem = "release.pub") {
  const { stdout } = await promisify(execFile)(python, [SCRIPT, at("release"), at(pem)]);
  return stdout;
}

describeWhere(python !== "", "docs/verify_release.py", "scripts/with-python-interop", () => {
  let index: ReleaseIndex;

  beforeAll(async () => {
    index = await writeSmallRelease(at("release"), { work: at("work"), key });
    for (const [name, seed] of [
      ["release.pub", 7],
      ["other.pub", 8],
    ] as const) {
      const publicKey = ed25519PublicKey(ed25519PrivateKey(Buffer.alloc(32, seed)));
      writeFileSync(at(name), publicKey.export({ type: "spki", format: "pem" }));
    }
  });

  test("securesystemslib verifies the signature of a release, and the script finds every file unchanged", async () => {
    expect(await verified()).toBe(`${index.artifacts.length} files are as the release says\n`);
  });

  test("The script refuses another key, a changed file, and a signature about another release.json", async () => {
    await expect(verified("other.pub")).rejects.toThrow("VerificationError");
    const accuracy = at("release", RELEASE_FILES.accuracy);
    const original = readFileSync(accuracy);
    appendFileSync(accuracy, " ");
    await expect(verified()).rejects.toThrow(
      `changed, missing or added: ${RELEASE_FILES.accuracy}`,
    );
    writeFileSync(accuracy, original);
    const signature = at("release", RELEASE_FILES.signature);
    writeFileSync(signature, signRelease(Buffer.from("{}"), index.version, key));
    await expect(verified()).rejects.toThrow("another release.json");
  });
});
