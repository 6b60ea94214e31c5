import { readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import {
  addArchive,
  addComponent,
  DEPLOY_GUIDE,
  guideBlock,
  guideCommands,
  SMALL_GUIDE,
  TRY_GUIDE,
} from "../deployment/deploy-guide.ts";
import { REPOSITORY } from "../deployment/manifests.ts";
import { copyOfK8s, type GuideFolder } from "../deployment/renderer.ts";
import {
  emptyCluster,
  incomplete,
  kubectl,
  type NodePool,
  type Result,
  replaceNodes,
  runScript,
} from "./cluster.ts";

/** A way to install the product, as a guide describes it. */
export interface Installation {
  readonly name: string;
  /** The nodes that the guide requires. */
  readonly nodes: NodePool;
  /** The folder with the folders \`k8s\` and \`scripts\` of the release. */
  readonly checkout: string;
  /** The folder of the overlay. */
  readonly overlay: string;
  prepare(place: GuideFolder): Promise<void>;
  /** The commands of the guide that install, with the rendered overlay in `all.yaml`. */
  readonly commands: string;
}

const RENDERED = "rendered.yaml";
/** kind and its operators need the rest of its 6 CPU and 12 GiB. */
const DEV_NODES = { count: 1, zones: 1, cpu: 4.4, memoryGib: 8 };
const PROD_NODES = { count: 4, zones: 3, cpu: 4, memoryGib: 16 };
const SMALL_NODES = { count: 3, zones: 3, cpu: 4, memoryGib: 16 };

export const DEV: Installation = {
  name: "dev",
  nodes: DEV_NODES,
  checkout: REPOSITORY,
  overlay: "k8s/overlays/dev",
  prepare: async () => {},
  commands: blockWith(TRY_GUIDE, "kubectl apply -k k8s/overlays/dev").replace(
    /^for service[\s\S]*?^done\n/m,
    "",
  ),
};

/** Returns production as the guide in a checkout installs the manifests of that checkout. */
export function prodOf(checkout: string): Installation {
  const guide = readFileSync(path.join(checkout, "docs/deploy.md"), "utf8");
  return {
    name: "prod",
    nodes: PROD_NODES,
    checkout,
    overlay: "my-cluster",
    prepare: (place) => prepareOverlay(place, guide),
    commands: blockWith(guide, "# 2. The authority"),
  };
}

export const PROD = prodOf(REPOSITORY);

/** Production with the archive of both databases, and with poolers in front of them. */
export const PROD_WITH_OPTIONS: Installation = {
  ...PROD,
  name: "prod with an archive and poolers",
  prepare: async (place) => {
    await PROD.prepare(place);
    addArchive(place);
    addComponent(place, "../k8s/components/pooler");
  },
};

const TRAEFIK = [
  ["kustomization.yaml", "traefik"],
  ["transport.yaml", "traefik-transport"],
] as const;

export const SMALL: Installation = {
  name: "small",
  nodes: SMALL_NODES,
  checkout: REPOSITORY,
  overlay: "my-cluster",
  prepare: async (place) => {
    await prepareOverlay(place, SMALL_GUIDE);
    const overlay = guideBlock("kustomization", "my-cluster", SMALL_GUIDE);
    place.write("my-cluster/kustomization.yaml", overlay.replace("  # - traefik ", "  - traefik "));
    for (const [file, name] of TRAEFIK)
      place.write(`my-cluster/traefik/${file}`, guideBlock("kustomization", name, SMALL_GUIDE));
    place.write("provider.key", "key-of-the-provider\n");
    await succeed(
      `${guideBlock("script", "certificates", SMALL_GUIDE)}cp certificates/ca.crt servers.pem`,
      place,
    );
    // The command works in the folder of the checkout, which is not the folder of this place.
    const command = blockWith(SMALL_GUIDE, "scripts/make-secrets managed");
    const names = /(?<= )(secrets|servers\.pem|provider\.key)/g;
    await succeed(command.replace(names, `${place.folder}/$1`), place);
    await succeed(
      "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=ai.example.org -keyout public.key -out public.crt",
      place,
    );
  },
  commands: blockWith(SMALL_GUIDE, "# Namespaces and policies first"),
};

/** The commands of the small guide that create the Secrets. */
export const SMALL_SECRETS =
  /^kubectl apply -f secrets[\s\S]*?public-tls.*$/m.exec(SMALL.commands)?.[0] ?? "exit 1";

export const UPGRADE = blockWith(DEPLOY_GUIDE, "mv all.yaml old.yaml");
export const UNINSTALLING = blockWith(
  DEPLOY_GUIDE,
  "kubectl delete -f all.yaml --ignore-not-found",
);
/** The guide says it in words: the gateway first, then the audit service. */
export const ROLLBACK = `
kubectl apply -f old.yaml -l app.kubernetes.io/component=gateway
kubectl -n veil-edge rollout status deploy/edge-gateway --timeout=60s
kubectl apply -f old.yaml
`;

function blockWith(guide: string, text: string): string {
  const block = guideCommands(guide).find((one) => one.includes(text));
  if (block === undefined) throw new Error(`The guide has no commands with ${text}`);
  return block;
}

async function prepareOverlay(place: GuideFolder, guide: string): Promise<void> {
  await succeed(blockWith(guide, "mkdir my-cluster"), place);
  place.write("my-cluster/manifest.json", "{}");
  place.write("my-cluster/release.json", '{"images": {}, "network_policy_sha256": null}');
  place.write("my-cluster/kustomization.yaml", guideBlock("kustomization", "my-cluster", guide));
}

async function succeed(script: string, { folder }: GuideFolder): Promise<void> {
  const { refusals } = await runScript(script, folder);
  if (refusals.length > 0) throw new Error(refusals.join("\n"));
}

/** Makes a folder like the one in which the reader of a guide works, with the overlay rendered. */
export async function openPlace(installation: Installation): Promise<GuideFolder> {
  const place = copyOfK8s(installation.checkout);
  symlinkSync(path.join(installation.checkout, "scripts"), path.join(place.folder, "scripts"));
  await installation.prepare(place);
  const rendered = await kubectl("kustomize", path.join(place.folder, installation.overlay));
  place.write(RENDERED, rendered);
  return place;
}

/**
 * Runs the commands of a guide, with three differences: they use the rendered file, in which the kinds
 * are known; they do not run our own command-line tool, which other suites test; and they wait for
 * less long, because no container starts.
 */
export async function follow(commands: string, { folder }: GuideFolder): Promise<Result> {
  const script = commands
    .replace(/kubectl kustomize \S+/g, "cat rendered.yaml")
    .replace(/-k k8s\/overlays\/\S+/g, "-f rendered.yaml")
    .replace(/^npx .*\n/gm, "")
    .replace(/--timeout=\d+m/g, "--timeout=60s");
  return await runScript(script, folder);
}

/** Installs in an empty cluster. @throws Error if that is refused or does not complete */
export async function install(installation: Installation): Promise<GuideFolder> {
  await emptyCluster();
  await replaceNodes(installation.nodes);
  const place = await openPlace(installation);
  const { refusals } = await follow(installation.commands, place);
  const problems = [...refusals, ...(await incomplete())];
  if (problems.length === 0) return place;
  place.remove();
  throw new Error(problems.join("\n"));
}

export function readRendered({ folder }: GuideFolder): string {
  return readFileSync(path.join(folder, RENDERED), "utf8");
}

/** Replaces the rendered overlay of a place by that of another place, and returns it. */
export function replaceRendered(place: GuideFolder, next: GuideFolder): string {
  place.write(RENDERED, readRendered(next));
  return readRendered(place);
}
