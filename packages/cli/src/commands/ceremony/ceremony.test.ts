import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { checkedJson } from "@veil/contracts/parsing";
import { WitnessedManifest } from "@veil/contracts/signer";
import { systemRandomBytes } from "@veil/crypto";
import { createKeySet } from "@veil/veil";
import { captured } from "../../program/captured.contract.ts";

const parse = checkedJson(WitnessedManifest);

let folder: string;
let pins: { readonly gateway: string; readonly witness: string };
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-ceremony-"));
  pins = { gateway: await newRole("gateway"), witness: await newRole("witness") };
  writeTrust();
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const at = (name: string) => path.join(folder, name);
const read = (name: string) => readFileSync(at(name), "utf8");

function writeTrust(): void {
  writeFileSync(at("trust.json"), JSON.stringify(createKeySet(systemRandomBytes).trust));
}

async function newRole(role: string): Promise<string> {
  const { code, out } = await captured(
    ...["ceremony", "key", "--role", role, "--output", at(`${role}.key.json`)],
  );
  expect(code).toBe(0);
  return out.trim();
}

const draft = (output: string, ...more: string[]) =>
  captured(
    ...["ceremony", "draft", "--trust", at("trust.json"), "--key-file", at("gateway.key.json")],
    ...["--witness", pins.witness, "--issuer", "gateway.example", "--output", at(output), ...more],
  );

const cosign = (file: string, output: string, ...more: string[]) =>
  captured(
    ...["ceremony", "cosign", "--key-file", at("witness.key.json"), "--gateway", pins.gateway],
    ...["--output", at(output), ...more, at(file)],
  );

const verify = (file: string, ...more: string[]) =>
  captured(
    ...["ceremony", "verify", "--gateway", pins.gateway, "--witness", pins.witness],
    ...[...more, at(file)],
  );

async function firstManifest(): Promise<void> {
  expect((await draft("draft.json")).code).toBe(0);
  expect((await cosign("draft.json", "manifest.json", "--first", "--yes")).code).toBe(0);
}

describe("veil ceremony", () => {
  test("key, draft and cosign result in a manifest with both signatures that verifies", async () => {
    await firstManifest();
    const { code, out } = await verify("manifest.json");
    expect(code).toBe(0);
    expect(out).toContain("gateway.example, version 1");
    expect(out).toMatch(/^ {2}new +witness\/manifest /m);
    expect(Object.keys(parse(read("manifest.json")).signatures)).toEqual(["gateway", "witness"]);
  });

  test("the manifest also verifies in the form that a gateway publishes", async () => {
    await firstManifest();
    const served = { ...parse(read("manifest.json")), served_at: "2026-02-01T00:00:00.000Z" };
    writeFileSync(at("published.json"), JSON.stringify(served));
    expect((await verify("published.json")).code).toBe(0);
  });

  test("after a rotation, cosign shows the witness new and retired keys, and the manifest keeps the old keys", async () => {
    await firstManifest();
    const first = parse(read("manifest.json"));
    writeTrust();
    later(first.signed_at);
    expect((await draft("draft-2.json", "--previous", at("manifest.json"))).code).toBe(0);
    const options = ["--previous", at("manifest.json")];
    const shown = await cosign("draft-2.json", "manifest-2.json", ...options);
    expect(shown.code).toBe(2);
    expect(shown.out).toMatch(/^ {2}new +bridge\/service-token /m);
    expect(shown.out).toMatch(/^ {2}retired now +bridge\/service-token .* until /m);
    expect(shown.err).toContain("--yes");
    expect(() => statSync(at("manifest-2.json"))).toThrow("ENOENT");
    expect((await cosign("draft-2.json", "manifest-2.json", ...options, "--yes")).code).toBe(0);
    expect((await verify("manifest-2.json", ...options)).code).toBe(0);
    const ids = parse(read("manifest-2.json")).keys.map(({ key_id }) => key_id);
    expect(ids).toEqual(expect.arrayContaining(first.keys.map(({ key_id }) => key_id)));
  });

  test("draft --ended sets the end of a retired key, and is refused for a current key", async () => {
    await firstManifest();
    const first = parse(read("manifest.json"));
    const stolen = first.keys.find(({ purpose }) => purpose === "message")?.key_id;
    writeTrust();
    later(first.signed_at);
    const options = ["--previous", at("manifest.json"), "--ended"];
    const made = await draft("draft-2.json", ...options, `${stolen}=${first.signed_at}`, "--json");
    expect(JSON.parse(made.out).keys).toContainEqual(
      expect.objectContaining({ key_id: stolen, not_after: first.signed_at }),
    );
    const current = pins.witness.split(":")[0];
    const { code, err } = await draft("d3.json", ...options, `${current}=${first.signed_at}`);
    expect(code).toBe(2);
    expect(err).toContain(`${current} is no key that ends`);
  });
});

describe("Keys and files of veil ceremony", () => {
  test("the file of a private key has mode 0600, and the key is neither printed nor replaced", async () => {
    const file = read("witness.key.json");
    expect(statSync(at("witness.key.json")).mode & 0o777).toBe(0o600);
    const { private_key } = JSON.parse(file) as { private_key: string };
    expect(pins.witness).not.toContain(private_key);
    const again = ["ceremony", "key", "--role", "witness", "--output", at("witness.key.json")];
    const { code, err } = await captured(...again);
    expect(code).toBe(2);
    expect(err).toContain("exists; name a new file");
    expect(read("witness.key.json")).toBe(file);
  });

  test.each<[string, () => Promise<{ code: number; err: string }>, string]>([
    [
      "the gateway's key is given as the witness's",
      async () => {
        writeFileSync(at("witness.key.json"), read("gateway.key.json"));
        return await cosign("draft.json", "manifest.json", "--first", "--yes");
      },
      "the key belongs to the gateway",
    ],
    [
      "the witness does not say whether it is the first",
      () => cosign("draft.json", "manifest.json", "--yes"),
      "use either --previous FILE or --first",
    ],
    [
      "the draft was changed in transit",
      async () => {
        writeFileSync(at("draft.json"), read("draft.json").replace("gateway.example", "other"));
        return await cosign("draft.json", "manifest.json", "--first", "--yes");
      },
      "bad signature",
    ],
    [
      "the draft has a duplicate member",
      async () => {
        writeFileSync(at("draft.json"), read("draft.json").replace("{", '{"issuer":"other",'));
        return await cosign("draft.json", "manifest.json", "--first", "--yes");
      },
      "the same key twice",
    ],
    [
      "the draft is another file",
      () => cosign("trust.json", "manifest.json", "--first", "--yes"),
      "trust.json",
    ],
    [
      "both roles have the same key",
      () => draft("other.json", "--witness", pins.gateway),
      "a key id is listed twice",
    ],
  ])("when %s, nothing is signed, and the exit code is 2", async (_when, run, message) => {
    await draft("draft.json");
    const { code, err } = await run();
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(() => statSync(at("manifest.json"))).toThrow("ENOENT");
  });

  test("verify exits with 1 for a changed manifest, and for exchanged keys", async () => {
    await firstManifest();
    const text = read("manifest.json");
    writeFileSync(at("changed.json"), text.replace("inference-worker", "mallory"));
    const changed = await verify("changed.json");
    expect(changed.code).toBe(1);
    expect(changed.err).toContain("bad signature");
    const swapped = ["--gateway", pins.witness, "--witness", pins.gateway];
    expect((await captured("ceremony", "verify", ...swapped, at("manifest.json"))).code).toBe(1);
  });
});

/**
 * Sets the clock to a second later, because a manifest must be dated after the previous one, in
 * whole seconds.
 */
function later(time: string): void {
  jest.spyOn(Date, "now").mockReturnValue(Date.parse(time) + 1000);
}
