import { checked, parseStrictJson } from "@veil/contracts/parsing";
import { WitnessedManifest } from "@veil/contracts/signer";
import type { TrustBundle } from "@veil/crypto";
import { readIfPresent } from "@veil/crypto/files";
import { ConfigurationError } from "@veil/service-kit/config";
import { type ManifestPins, serviceKeys, verifyWitnessedManifest } from "@veil/veil";
import { activeKeyNames } from "./domain/key-names.ts";

const parse = checked(WitnessedManifest);

interface WitnessedDeps {
  readonly pins: ManifestPins;
  readonly trust: TrustBundle;
  readonly file: string;
}

/**
 * Reads the result of a ceremony from the file. The active keys of the manifest must be those of
 * the trust bundle, because no auditor can verify the signatures of a key that the manifest does
 * not list.
 * @throws ConfigurationError
 */
export async function witnessedManifest(deps: WitnessedDeps): Promise<WitnessedManifest> {
  const { pins, trust, file } = deps;
  const text = await readIfPresent(file);
  if (text === undefined)
    throw problem("does not exist; veil ceremony writes it, with two signatures");
  const manifest = verified(text, pins);
  const listed = manifest.keys.filter(({ service_id }) => !(service_id in pins));
  const expected = serviceKeys(trust.keys, { development: false });
  if (activeKeyNames(listed) !== activeKeyNames(expected))
    throw problem(
      "does not list the keys of TRUST_FILE; hold a new ceremony (veil ceremony draft)",
    );
  return manifest;
}

function verified(text: string, pins: ManifestPins): WitnessedManifest {
  try {
    const manifest = parse(parseStrictJson(Buffer.from(text)));
    verifyWitnessedManifest(manifest, pins);
    return manifest;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw problem(`is not signed by both pinned keys: ${why}`, { cause });
  }
}

function problem(what: string, options?: ErrorOptions): ConfigurationError {
  return new ConfigurationError(`Bad configuration: MANIFEST_FILE ${what}`, options);
}
