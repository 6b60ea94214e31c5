import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import {
  at,
  type Manifest,
  parseManifests,
  podsOf,
  REPOSITORY,
  titleOf,
} from "../support/manifests.ts";
import { openMonokle } from "../support/monokle.ts";
import { strictProblems } from "../support/strict-manifests.ts";

const SCRIPT = path.join(REPOSITORY, "scripts/render-k8s.mjs");
const NO_RENDERER = 3;
const RENDER_MS = 120_000;
const OPTIONS = { maxBuffer: 64 * 1024 * 1024 };

const checked = await run("--check");

async function run(...args: string[]) {
  return await promisify(execFile)(process.execPath, [SCRIPT, ...args], OPTIONS).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

/** The prod overlay with one component more. */
async function renderWith(component: string): Promise<string> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), "veil-component-"));
  const up = (target: string) => path.relative(folder, path.join(REPOSITORY, "k8s", target));
  try {
    const kustomization = {
      apiVersion: "kustomize.config.k8s.io/v1beta1",
      kind: "Kustomization",
      resources: [up("overlays/prod")],
      components: [up(`components/${component}`)],
    };
    writeFileSync(path.join(folder, "kustomization.yaml"), JSON.stringify(kustomization));
    const { stdout, stderr } = await run("--print", folder);
    expect(stderr).toBe("");
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describeWhere(
  checked.code !== NO_RENDERER,
  "The renderer",
  "kubectl >= 1.27, kustomize >= 5 or Go",
  () => {
    test("makes of each folder exactly the file that is kept in k8s/rendered", () => {
      expect(checked.stderr).toBe("");
      expect(checked.code).toBe(0);
    });

    describe.each([
      ["shield", "Deployment veil-sanitiser/shield-proxy"],
      ["cilium-fqdn", "CiliumNetworkPolicy veil-inference/allow-egress-proxy-to-providers"],
      ["approver-policy", "CertificateRequestPolicy veil-gateway-edge-gateway"],
    ])("with the component %s", (component, title) => {
      let text: string;
      let manifests: readonly Manifest[];

      test(
        "adds what it is for, without a field that nobody knows",
        async () => {
          text = await renderWith(component);
          manifests = parseManifests(text);
          expect(manifests.map(titleOf)).toContain(title);
          expect(await strictProblems(manifests)).toEqual([]);
        },
        RENDER_MS,
      );

      test("breaks no Pod Security rule", async () => {
        const monokle = await openMonokle();
        expect(await monokle.findingsIn(text)).toEqual([]);
      });

      test("leaves a proxy nothing that opens more than the component says", () => {
        const open = manifests.filter(
          ({ kind, metadata }) =>
            kind === "NetworkPolicy" && /egress-proxy-to-(internet|dns)/.test(metadata.name),
        );
        expect(open).toHaveLength(component === "cilium-fqdn" ? 0 : 2);
      });
    });

    test(
      "gives the sanitiser the shield's proxy by its address, and no resolver",
      async () => {
        const manifests = parseManifests(await renderWith("shield"));
        const pod = podsOf(manifests).find(
          ({ manifest }) => manifest.metadata.name === "sanitiser",
        )?.pod;
        const service = manifests.find(
          ({ kind, metadata }) => kind === "Service" && metadata.name === "shield-proxy",
        );
        expect(at(pod, "hostAliases", 0)).toEqual({
          ip: at(service, "spec", "clusterIP"),
          hostnames: ["shield-proxy.veil-sanitiser.svc"],
        });
        expect(at(pod, "dnsPolicy")).toBe("None");
      },
      RENDER_MS,
    );
  },
);
