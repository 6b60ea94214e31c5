/** @heavy builds a service twice */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { filesIn } from "@veil/release";
import { extract } from "tar-stream";
import { makeRelease } from "../src/make-release.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const work = mkdtempSync(path.join(tmpdir(), "veil-make-release-"));
afterAll(() => rmSync(work, { recursive: true }));

const git = (folder: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], {
    ...{ cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  });
const [one, two] = [path.join(work, "one"), path.join(work, "deeper/two")];

beforeAll(() => {
  mkdirSync(one);
  const files = git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  for (const file of files.split("\0").filter((name) => existsSync(path.join(ROOT, name))))
    if (file !== "") cpSync(path.join(ROOT, file), path.join(one, file));
  git(one, "init", "--quiet");
  git(one, "add", "--all", "--force");
  git(one, "commit", "--quiet", "--message", "sources");
  git(work, "clone", "--quiet", one, two);
  for (const repository of [one, two]) {
    mkdirSync(path.join(repository, ".tooling"));
    const modules = path.join(ROOT, ".tooling/node_modules");
    symlinkSync(modules, path.join(repository, ".tooling/node_modules"));
  }
});

const make = (
  repository: string,
  changes: { readonly version?: string; readonly key?: string } = {},
) =>
  makeRelease(
    { ...{ version: "0.1.0", out: "dist/release", key: undefined, base: undefined }, ...changes },
    { ...{ repository, services: ["bridge"], env: {} }, progress: () => {} },
  );

/** Returns the packages in the list of a release, and those in the tar of its image. */
async function packagesOf(release: string) {
  const read = (name: string) => JSON.parse(readFileSync(path.join(release, name), "utf8"));
  const blob = (digest: string) => `images/bridge/blobs/${digest.replace(":", "/")}`;
  const [{ digest }] = read("images/bridge/index.json").manifests;
  const [layer] = read(blob(digest)).layers;
  const archive = gunzipSync(readFileSync(path.join(release, blob(layer.digest))));
  const inImage = new Set<string>();
  for await (const entry of Readable.from([archive]).pipe(extract())) {
    const content = await text(entry);
    if (!/node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(entry.header.name)) continue;
    const { name, version } = JSON.parse(content);
    inImage.add(`${name}@${version}`);
  }
  const { components } = read("sbom/bridge.cdx.json") as {
    components: { group?: string; name: string; version: string }[];
  };
  const nameOf = ({ group, name }: { group?: string; name: string }) =>
    group === undefined ? name : `${group}/${name}`;
  const listed = components.map((one) => `${nameOf(one)}@${one.version}`);
  return { listed: listed.sort(), inImage: [...inImage].sort() };
}

test("Two clones of a commit in different folders make the same release, from a service that is built offline, and its list names exactly the packages in the image", async () => {
  writeFileSync(
    path.join(work, "release.key"),
    execFileSync("openssl", ["genpkey", "-algorithm", "ed25519"]),
  );
  const key = path.join(work, "release.key");
  await make(one, { key });
  await make(two, { key });
  const contents = (repository: string) =>
    filesIn(path.join(repository, "dist/release")).map((name) => [
      ...[name, readFileSync(path.join(repository, "dist/release", name), "base64")],
    ]);
  expect(contents(one).length).toBeGreaterThan(15);
  expect(contents(two)).toEqual(contents(one));
  const { listed, inImage } = await packagesOf(path.join(one, "dist/release"));
  expect(inImage.length).toBeGreaterThan(50);
  expect(listed).toEqual(inImage);
  await expect(make(one)).rejects.toThrow("exists; remove it or name another --out");
  for (const repository of [one, two]) rmSync(path.join(repository, "dist"), { recursive: true });
});

test.each<[string, Parameters<typeof make>[1], string]>([
  [
    "a version that package.json does not have",
    { version: "0.2.0" },
    "package.json has the version 0.1.0",
  ],
  [
    "a key file that does not exist",
    { key: "nowhere.key" },
    "openssl genpkey -algorithm ed25519 -out nowhere.key",
  ],
  ["a key file without a key", { key: "package.json" }, "must contain an Ed25519 private key"],
])("makeRelease refuses %s and leaves no folder", async (_case, changes, message) => {
  await expect(make(two, changes)).rejects.toThrow(message);
  expect(existsSync(path.join(two, "dist"))).toBe(false);
});

test("makeRelease refuses a working tree with changes and a version without a section in CHANGELOG.md, and a failed build leaves no folder", async () => {
  appendFileSync(path.join(two, "README.md"), "More.\n");
  await expect(make(two)).rejects.toThrow("README.md");
  git(two, "checkout", "--quiet", "README.md");
  const changelog = path.join(two, "CHANGELOG.md");
  writeFileSync(changelog, readFileSync(changelog, "utf8").replace("## [0.1.0]", "## [0.0.9]"));
  git(two, "commit", "--quiet", "--all", "--message", "no section");
  await expect(make(two)).rejects.toThrow('no section "## [0.1.0] - DATE"');
  git(two, "reset", "--quiet", "--hard", "HEAD~1");
  rmSync(path.join(two, "scripts/deploy-service.mjs"));
  git(two, "commit", "--quiet", "--all", "--message", "no script");
  await expect(make(two)).rejects.toThrow("deploy-service.mjs");
  expect(readdirSync(path.join(two, "dist"))).toEqual([]);
});
