import path from "node:path";
import { veil } from "./clients/command-line.ts";

interface Held {
  readonly manifest: string;
  /** The pinned key of each role, as `KEY_ID:HEX`. */
  readonly pins: { readonly gateway: string; readonly witness: string };
}

/** Runs the commands of a first key ceremony, as the two people who hold it do. */
export async function holdCeremony(folder: string, trust: string): Promise<Held> {
  const file = (name: string) => path.join(folder, name);
  const newKey = (role: string) =>
    ceremony("key", "--role", role, "--output", file(`${role}.key.json`));
  const pins = { gateway: await newKey("gateway"), witness: await newKey("witness") };
  const issuer = ["--issuer", "gateway.example"];
  await ceremony(
    ...["draft", "--trust", trust, "--key-file", file("gateway.key.json"), ...issuer],
    ...["--witness", pins.witness, "--output", file("draft.json")],
  );
  await ceremony(
    ...["cosign", "--key-file", file("witness.key.json"), "--gateway", pins.gateway],
    ...["--first", "--yes", "--output", file("manifest.json"), file("draft.json")],
  );
  return { manifest: file("manifest.json"), pins };
}

async function ceremony(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await veil(["ceremony", ...args], { env: {} });
  if (code !== 0) throw new Error(`veil ceremony ${args[0]} ended with ${code}: ${err}`);
  return out.trim();
}
