import { readFileSync } from "node:fs";
import path from "node:path";
import { systemRandomBytes } from "@veil/crypto";
import { composeSecrets, makeDeploymentSecrets, type SecretFiles } from "@veil/local-stack";
import type { PlannedPod } from "@veil/netpol";
import { type ComposeService, composeFile } from "../../support/deployment/compose-file.ts";
import { REPOSITORY } from "../../support/deployment/manifests.ts";
import { namesOf, privateFile } from "../cluster/pod-container.ts";
import { PodProcess } from "../cluster/pod-process.ts";
import {
  type Container,
  NODE_INSIDE,
  ownFolder,
  REPOSITORY_INSIDE,
} from "../cluster/run-in-pod.ts";
import { debianPostgres } from "../network/commands.ts";
import type { Network } from "../network/open-network.ts";
import { rabbitmqEnvironment } from "../servers/rabbitmq.ts";

const PGDATA = "/var/lib/postgresql/data";
const PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

export function makeComposeSecrets(): Promise<SecretFiles> {
  return composeSecrets(makeDeploymentSecrets(systemRandomBytes, "none"), systemRandomBytes);
}

/**
 * Builds a container for a pod, with Debian's program instead of the image's. Performs the
 * preparations of the image's entry point first.
 */
export async function composeContainer(
  network: Network,
  pod: PlannedPod,
  name: string,
  secrets: SecretFiles,
): Promise<Container> {
  const service = composeFile().services[name];
  if (service === undefined) throw new Error(`Compose has no ${name}`);
  const uid = Number(service.user.split(":")[0]);
  const { entrypoint = [], command = [], environment = {} } = service;
  const described: Container = {
    name: "main",
    uid,
    argv: [...entrypoint, ...command],
    env: environment,
    mounts: {
      ...namesOf(network, pod, uid, { hosts: [], servers: [] }),
      ...foldersOf(network, pod, uid, service),
      ...filesOf(network, pod, uid, service, secrets),
    },
  };
  const [, image = ""] = /^(?:docker\.io\/)?([a-z/-]+):/.exec(service.image) ?? [];
  const prepare = IMAGES[image];
  if (prepare === undefined) throw new Error(`${image} is not supported here`);
  return prepare(network, pod, described);
}

type Prepare = (
  network: Network,
  pod: PlannedPod,
  container: Container,
) => Container | Promise<Container>;

/** Adds what each image contains: programs, and files that must exist before the start. */
const IMAGES: Readonly<Record<string, Prepare>> = {
  "library/postgres": async (network, pod, container) => {
    const { POSTGRES_INITDB_ARGS = "", POSTGRES_PASSWORD_FILE } = container.env ?? {};
    const programs = debianPostgres();
    const own = { ...container, env: { ...container.env, PATH: `${programs}:${PATH}` } };
    const how = ["-D", PGDATA, "-U", "postgres", `--pwfile=${POSTGRES_PASSWORD_FILE}`];
    const argv = [`${programs}/initdb`, ...how, ...POSTGRES_INITDB_ARGS.split(" "), "--no-sync"];
    await new PodProcess(network, pod, { ...own, name: "initdb", argv }).run();
    const [, ...args] = container.argv;
    return { ...own, argv: [`${programs}/postgres`, "-D", PGDATA, ...args] };
  },
  "library/redis": (_, __, container) => container,
  "library/rabbitmq": (network, pod, container) => {
    const folder = ownFolder(network, pod, "volume-rabbitmq", container.uid);
    privateFile(`${folder}/plugins`, "[rabbitmq_management].\n", container.uid);
    const programs = "/usr/lib/rabbitmq/bin";
    return {
      ...container,
      argv: [`${programs}/rabbitmq-server`],
      env: { ...rabbitmqEnvironment(), PATH: `${programs}:${PATH}` },
    };
  },
  "ubuntu/squid": (_, __, container) => container,
  "veil-gateway/upstream-simulator": (_, __, container) => ({
    ...container,
    argv: [NODE_INSIDE, `${REPOSITORY_INSIDE}/tools/upstream-simulator/dist/main.js`],
  }),
};

function foldersOf(
  network: Network,
  pod: PlannedPod,
  uid: number,
  { volumes = [], tmpfs = [] }: ComposeService,
): Record<string, string> {
  const named = volumes.map((volume) => volume.split(":") as [string, string]);
  const unnamed = tmpfs
    .map((entry) => entry.split(":")[0] ?? "")
    .filter((target) => target !== "/tmp")
    .map((target) => [path.basename(target), target] as const);
  return Object.fromEntries(
    [...named, ...unnamed].map(([name, target]) => [
      target,
      ownFolder(network, pod, `volume-${name}`, uid),
    ]),
  );
}

function filesOf(
  network: Network,
  pod: PlannedPod,
  uid: number,
  { secrets = [], configs = [] }: ComposeService,
  contents: SecretFiles,
): Record<string, string> {
  const folder = ownFolder(network, pod, "files", uid);
  const file = (source: string, text: string) => privateFile(path.join(folder, source), text, uid);
  return Object.fromEntries([
    ...secrets.map(({ source, target }) => [
      path.resolve("/run/secrets", target),
      file(source, secretOf(source, contents)),
    ]),
    ...configs.map(({ source, target }) => [target, file(source, configOf(source))]),
  ]);
}

function secretOf(source: string, contents: SecretFiles): string {
  const { file = "" } = composeFile().secrets[source] ?? {};
  const [, owner = "", name = ""] = /\/([^/]+)\/([^/]+)$/.exec(file) ?? [];
  const text = contents[owner]?.[name];
  if (text === undefined) throw new Error(`There is no secret for ${source}`);
  return text;
}

function configOf(source: string): string {
  const { file, content } = composeFile().configs[source] ?? {};
  if (content !== undefined) return content;
  if (file === undefined) throw new Error(`Compose has no configuration ${source}`);
  return readFileSync(path.join(REPOSITORY, file), "utf8");
}
