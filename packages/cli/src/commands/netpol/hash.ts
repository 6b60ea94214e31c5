import type { Command } from "@commander-js/extra-typings";
import { hashPolicies, loadManifests } from "@veil/netpol";
import { note, printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { leaf } from "../../program/leaf.ts";
import { INPUT_HELP, orInputError } from "./inputs.ts";

const DESCRIPTION = `Prints the SHA-256 over what the NetworkPolicies say, in a canonical form: network_policy_sha256 of the
gateway's RELEASE_FILE, and of its certificates. A rendered file and the same policies of a live
cluster have the same hash; labels, annotations and order do not count.

${INPUT_HELP}`;

export function addNetpolHash(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "hash <DIR|FILE...>",
    summary: "hash what the policies say, to compare it with a certificate",
    description: DESCRIPTION,
    examples: ["veil netpol hash k8s/rendered/prod.yaml"],
  }).action((places, options) => {
    const hashed = orInputError(() =>
      hashPolicies(places.flatMap((where) => loadManifests(where).objects)),
    );
    printBody(cli, options, hashed, () => `${hashed.sha256}\n`);
    if (hashed.notHashed.length > 0) note(cli, `Not covered: ${hashed.notHashed.join(", ")}`);
  });
}
