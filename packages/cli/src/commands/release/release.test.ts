/** @slow reads the rendered manifests of a release */
import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { sha256Hex } from "@veil/crypto";
import { RELEASE_FILES } from "@veil/release";
import { signRelease } from "@veil/release/sign";
import { captured } from "../../program/captured.contract.ts";
import { createTestRelease, RELEASE_KEY, type TestRelease } from "./test-release.contract.ts";

let release: TestRelease;

beforeAll(async () => {
  release = await createTestRelease();
});
afterAll(() => rmSync(release.folder, { recursive: true }));
const at = (...names: string[]) => release.at(...names);
const verify = (folder: string, ...more: string[]) => release.verify(folder, ...more);

/** Returns a copy of the release that `change` has changed. */
function changed(change: (copy: string) => void): string {
  rmSync(at("changed"), { recursive: true, force: true });
  cpSync(at("good"), at("changed"), { recursive: true });
  change(at("changed"));
  return at("changed");
}

/** Changes one byte in the middle of a file. */
function flip(file: string): void {
  const content = readFileSync(file);
  const middle = Math.floor(content.length / 2);
  content.writeUInt8(content.readUInt8(middle) ^ 1, middle);
  writeFileSync(file, content);
}

/** Changes a file and lists the change in a newly signed release.json, as a thief of the key could. */
function changedAndSigned(name: string, edit: (text: string) => string): string {
  return changed((copy) => {
    const content = edit(readFileSync(path.join(copy, name), "utf8"));
    writeFileSync(path.join(copy, name), content);
    const artifacts = release.index.artifacts.map((one) =>
      one.name === name
        ? { name, sha256: sha256Hex(content), size: Buffer.byteLength(content) }
        : one,
    );
    const bytes = Buffer.from(JSON.stringify({ ...release.index, artifacts }));
    writeFileSync(path.join(copy, RELEASE_FILES.index), bytes);
    const signature = signRelease(bytes, release.index.version, RELEASE_KEY);
    writeFileSync(path.join(copy, RELEASE_FILES.signature), signature);
  });
}

describe("veil release verify", () => {
  test("A release verifies with its key, and each check is printed", async () => {
    const { code, out, err } = await verify(at("good"));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`Veil Gateway 0.1.0, commit ${release.index.commit}\n`);
    expect(out.match(/^ok {6}/gm)).toHaveLength(7);
  });

  test("With --json, it prints the version, the images, the checks and the findings", async () => {
    const { code, out } = await verify(at("good"), "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ...{ valid: true, version: "0.1.0", images: release.index.images, findings: [] },
      checks: ["signature", "artifacts", "images", "sboms", "provenance", "gateway", "policies"],
    });
  });

  test("One changed byte in any file of the release is found, and the file is named", async () => {
    const copy = changed(() => {});
    for (const { name } of release.index.artifacts) {
      flip(path.join(copy, name));
      const { code, err } = await verify(copy);
      flip(path.join(copy, name));
      expect([name, code, err]).toEqual([
        ...[name, 1, expect.stringContaining(`${name} was changed: its SHA-256 is not `)],
      ]);
    }
  });

  test.each<[string, (release: string) => void, RegExp]>([
    [
      "a changed release.json",
      (copy) => flip(path.join(copy, "release.json")),
      /the signature is about another release\.json/,
    ],
    [
      "a release without a signature",
      (copy) => rmSync(path.join(copy, "release.sigstore.json")),
      /release\.sigstore\.json is missing: the release is not signed/,
    ],
    [
      "an envelope without signatures",
      (copy) => changeEnvelope(copy, { signatures: [] }),
      /release\.sigstore\.json is not a signed Sigstore bundle/,
    ],
    [
      "a changed signature",
      (copy) =>
        changeEnvelope(copy, {
          signatures: [{ keyid: "", sig: Buffer.alloc(64).toString("base64") }],
        }),
      /the key did not sign this release/,
    ],
    [
      "a changed statement",
      (copy) => changeEnvelope(copy, { payload: Buffer.from("{}").toString("base64") }),
      /the key did not sign this release/,
    ],
    [
      "a signature that is not JSON",
      (copy) => writeFileSync(path.join(copy, "release.sigstore.json"), "{"),
      /release\.sigstore\.json: .*JSON/,
    ],
    [
      "a missing file",
      (copy) => rmSync(path.join(copy, "accuracy.json")),
      /accuracy\.json is missing; download the release again/,
    ],
    [
      "an added file",
      (copy) => writeFileSync(path.join(copy, "manifests/more.yaml"), ""),
      /manifests\/more\.yaml is not part of the release; remove it/,
    ],
    [
      "a link instead of a file",
      (copy) => {
        renameSync(path.join(copy, "vex.cdx.json"), at("elsewhere.json"));
        symlinkSync(at("elsewhere.json"), path.join(copy, "vex.cdx.json"));
      },
      /vex\.cdx\.json is a link; replace it with the file/,
    ],
  ])("It exits with 1 and says what is wrong with %s", async (_case, change, message) => {
    const { code, err } = await verify(changed(change));
    expect(err).toMatch(message);
    expect(code).toBe(1);
  });

  test("It exits with 1 for the key of another maintainer", async () => {
    const args = ["release", "verify", at("good"), "--public-key", at("other.pub")];
    const { code, err, out } = await captured(...args);
    expect({ code, out }).toEqual({ code: 1, out: "NOT OK  the key signed release.json\n" });
    expect(err).toMatch(/the key did not sign this release; check that the key is/);
  });

  test.each<[string, string, (text: string) => string, string, RegExp]>([
    [
      ...(["an image of another service", "images/bridge/index.json"] as const),
      (text) => text.replace(/sha256:[0-9a-f]{64}/, release.index.images["audit"] ?? ""),
      ...(["images", /images\/bridge has another image than release\.json/] as const),
    ],
    [
      ...(["a list of packages about another image", "sbom/bridge.cdx.json"] as const),
      (text) => text.replace(/"content": "[0-9a-f]{64}"/, `"content": "${"0".repeat(64)}"`),
      ...(["sboms", /sbom\/bridge\.cdx\.json is not about the image of bridge 0\.1\.0/] as const),
    ],
    [
      ...(["a provenance that omits a subject", "provenance.intoto.json"] as const),
      (text) => text.replace('"name": "images/bridge"', '"name": "images/other"'),
      ...(["provenance", /differ about images\/bridge; .*differ about images\/other/] as const),
    ],
    [
      ...(["a provenance about another commit", "provenance.intoto.json"] as const),
      (text) => text.replace("c".repeat(40), "d".repeat(40)),
      ...(["provenance", /provenance\.intoto\.json is about another commit/] as const),
    ],
    [
      ...(["another RELEASE_FILE", "gateway/prod.json"] as const),
      (text) => text.replace(/sha256:[0-9a-f]{64}/, `sha256:${"0".repeat(64)}`),
      ...(["gateway", /gateway\/prod\.json names other images or policies/] as const),
    ],
    [
      ...(["manifests with another policy", "manifests/small.yaml"] as const),
      (text) => text.replace(/^ {4}- port: 8081$/m, "    - port: 8082"),
      ...(["policies", /the policies of manifests\/small\.yaml have the hash/] as const),
    ],
  ])("It finds %s, although the key signed it", async (_case, name, edit, check, message) => {
    const { code, out, err } = await verify(changedAndSigned(name, edit), "--json");
    expect(JSON.parse(err).error.message).toMatch(message);
    const { findings } = JSON.parse(out) as { findings: { check: string }[] };
    // The provenance and the artifacts of a re-signed release also differ, except for itself.
    expect(findings.map((one) => one.check)).toContain(check);
    expect(code).toBe(1);
  });

  test.each<[string, string[], RegExp]>([
    ["a folder without a release", ["DIR"], /has no release\.json; name the folder of a release/],
    ["no key", [], /--public-key <FILE>' not specified/],
    ["a key file that does not exist", ["GOOD", "--public-key", "nowhere.pub"], /nowhere\.pub/],
    ["a private key", ["GOOD", "--public-key", "PRIVATE"], /export the public one: openssl pkey/],
    ["pods that do not exist", ["GOOD", "--public-key", "KEY", "--pods", "no.json"], /no\.json/],
  ])("It exits with 2 for %s", async (_case, args, message) => {
    const pem = String(RELEASE_KEY.export({ type: "pkcs8", format: "pem" }));
    writeFileSync(at("private.pem"), pem);
    const names: Readonly<Record<string, string>> = {
      ...{
        DIR: release.folder,
        GOOD: at("good"),
        KEY: at("release.pub"),
        PRIVATE: at("private.pem"),
      },
    };
    const named = args.map((arg) => names[arg] ?? arg);
    const withKey = args.length === 1 ? [...named, "--public-key", at("release.pub")] : named;
    const given = withKey.length === 0 ? [at("good")] : withKey;
    const { code, out, err } = await captured("release", "verify", ...given);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(message);
  });
});

function changeEnvelope(copy: string, change: Readonly<Record<string, unknown>>): void {
  const file = path.join(copy, RELEASE_FILES.signature);
  const bundle = JSON.parse(readFileSync(file, "utf8"));
  Object.assign(bundle.dsseEnvelope, change);
  writeFileSync(file, JSON.stringify(bundle));
}
