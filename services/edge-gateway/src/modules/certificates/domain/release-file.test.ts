import { expect, test } from "@jest/globals";
import { CertifiedRelease } from "@veil/contracts/certificate";
import { checked } from "@veil/contracts/parsing";
import { readRelease } from "./release-file.ts";

const [digest, hash] = [`sha256:${"ab".repeat(32)}`, "cd".repeat(32)];
const file = (changes: object = {}) =>
  JSON.stringify({
    images: { "veil-signer": digest, bridge: digest },
    network_policy_sha256: hash,
    ...changes,
  });

test("readRelease returns the images, sorted by service, and the hash of the policies", () => {
  const release = readRelease(file());
  expect(release).toEqual({
    images: [
      { service: "bridge", digest },
      { service: "veil-signer", digest },
    ],
    network_policy_sha256: hash,
  });
  expect(checked(CertifiedRelease)(release)).toEqual(release);
  expect(readRelease(file({ network_policy_sha256: null }))?.network_policy_sha256).toBeNull();
});

test("readRelease returns null for a release file without images and hash", () => {
  expect(readRelease(file({ images: {}, network_policy_sha256: null }))).toBeNull();
});

test.each([
  ["text that is not JSON", "SECRET"],
  ["no images", JSON.stringify({ network_policy_sha256: hash })],
  ["no hash", JSON.stringify({ images: {} })],
  ["a tag instead of a digest", file({ images: { bridge: "SECRET:0.1.0" } })],
  ["a name with a space", file({ images: { "SECRET x": digest } })],
  ["a hash that is too short", file({ network_policy_sha256: "SECRET" })],
  ["an unknown member", file({ SECRET: 1 })],
])("A release file with %s is refused, and the error does not contain its text", (_what, text) => {
  expect(() => readRelease(text)).toThrow();
  expect(() => readRelease(text)).not.toThrow("SECRET");
});
