/** @all renders the manifests, with a program that Go builds unless one is installed */
import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import { guideBlock, guideCommands, SMALL_GUIDE } from "../../support/deployment/deploy-guide.ts";
import {
  at,
  listAt,
  parseManifests,
  REPOSITORY,
  renderedManifests,
} from "../../support/deployment/manifests.ts";
import {
  copyOfK8s,
  isolationFindings,
  NO_RENDERER,
  RENDERERS,
  runRenderer,
} from "../../support/deployment/renderer.ts";
import { secretsNeeded } from "../../support/deployment/secret-references.ts";
import { strictProblems } from "../../support/deployment/strict-manifests.ts";
import { totalOf, usageOf } from "../../support/usage.ts";

const canRender = (await runRenderer("--check")).code !== NO_RENDERER;
const commands = guideCommands(SMALL_GUIDE);
const small = renderedManifests("small");
const USAGES = { "server auth": "1.3.6.1.5.5.7.3.1", "client auth": "1.3.6.1.5.5.7.3.2" };

describe("The guide for small production", () => {
  const place = copyOfK8s();
  afterAll(place.remove);
  const run = (input: string) =>
    spawnSync("sh", ["-e"], { input, cwd: place.folder, encoding: "utf8" });

  test("The guide's commands select only components that exist, and wait only for existing Deployments", () => {
    const components = small.map(
      ({ metadata }) => metadata.labels?.["app.kubernetes.io/component"],
    );
    const text = commands.join("");
    const selected = [...text.matchAll(/component(?:=([\w-]+)| in \(([^)]*)\))/g)].flatMap(
      ([, one, list = ""]) => (one === undefined ? list.split(", ") : [one]),
    );
    expect(selected.length).toBeGreaterThan(6);
    expect(selected.filter((one) => !components.includes(one))).toEqual([]);
    const waited = [...text.matchAll(/-n (\S+) rollout status deploy\/(\S+)/g)];
    expect(waited).toHaveLength(2);
    for (const [, namespace, name] of waited)
      expect(
        small.some(
          ({ kind, metadata }) =>
            kind === "Deployment" && metadata.name === name && metadata.namespace === namespace,
        ),
      ).toBe(true);
  });

  test("The guide states how much CPU and memory the pods request", () => {
    const standing = usageOf(small, "min").filter(({ kind }) => !kind.endsWith("Job"));
    const { "requests.cpu": cpu, "requests.memory": memory } = totalOf(standing);
    expect(SMALL_GUIDE).toContain(
      `The pods request ${cpu.toFixed(1)} CPU and ${(memory / 2 ** 30).toFixed(1)} GiB.`,
    );
  });

  test("The script of certificates makes the identities, names and usages that cert-manager makes, and the command creates every Secret with one", () => {
    const { status, stderr } = run(guideBlock("script", "certificates", SMALL_GUIDE));
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const read = (file: string) => readFileSync(path.join(place.folder, "certificates", file));
    const authority = new X509Certificate(read("ca.crt"));
    const file = path.join(REPOSITORY, "k8s/components/certificates/certificates.yaml");
    const expected = parseManifests(readFileSync(file, "utf8")).filter(
      ({ kind, spec }) => kind === "Certificate" && at(spec, "isCA") !== true,
    );
    expect(expected).toHaveLength(8);
    for (const { metadata, spec } of expected) {
      const made = new X509Certificate(read(`${metadata.name}.crt`));
      expect(made.verify(authority.publicKey)).toBe(true);
      const names = [
        ...listAt(spec, "uris").map((uri) => `URI:${String(uri)}`),
        ...listAt(spec, "dnsNames").map((name) => `DNS:${String(name)}`),
      ];
      expect(made.subjectAltName?.split(", ")).toEqual(names);
      const usages = listAt(spec, "usages").flatMap(
        (usage) => USAGES[usage as "server auth"] ?? [],
      );
      expect(made.keyUsage).toEqual(usages);
    }
    const needed = secretsNeeded(small).map(({ secret }) => secret);
    for (const secret of needed.filter((name) => name.endsWith("-tls")))
      expect(commands.at(-1)).toContain(secret.replace(/-tls$/, ""));
  });

  describeWhere(canRender, "The overlay", RENDERERS, () => {
    beforeAll(() => {
      const copying = commands.find((block) => block.startsWith("mkdir my-cluster")) ?? "exit 1";
      expect(run(copying).status).toBe(0);
      const file = "my-cluster/addresses/addresses.yaml";
      const addresses = readFileSync(path.join(place.folder, file), "utf8");
      place.write(
        file,
        addresses
          .replaceAll(".example.com:", ".example.net:")
          .replace("192.0.2.48/28", "10.20.0.0/22"),
      );
      place.write("my-cluster/manifest.json", '{"signed": "by two"}');
      const overlay = guideBlock("kustomization", "my-cluster", SMALL_GUIDE);
      place.write("my-cluster/kustomization.yaml", overlay);
      const certificates = "  # - ../k8s/components/certificates";
      expect(overlay).toContain(certificates);
      place.write(
        "with-cert-manager/kustomization.yaml",
        "resources: [../my-cluster]\ncomponents: [../k8s/components/certificates]\n",
      );
    });

    test("The overlay sets every required value, and opens no additional connection", async () => {
      const text = await place.render("my-cluster");
      const manifests = parseManifests(text);
      expect(text.match(/(gateway|-db|rabbitmq|redis)\.example\.com|to-be-set/g)).toBeNull();
      expect(text.match(/- rabbitmq\.example\.net$/gm)).toHaveLength(3);
      expect(text).toContain("cidr: 10.20.0.0/22");
      expect(await strictProblems(manifests)).toEqual([]);
      expect(isolationFindings(text, "small")).toEqual([]);
    });

    test("A subnet of more than 1024 addresses is a finding", async () => {
      const text = await place.render("my-cluster");
      const wide = text.replace("cidr: 10.20.0.0/22", "cidr: 10.20.0.0/21");
      const checks = isolationFindings(wide, "small").map(({ check }) => check);
      expect(checks).toContain("only-proxies-leave");
    });

    test("With cert-manager, certificates go to the Secrets that pods mount", async () => {
      const manifests = parseManifests(await place.render("with-cert-manager"));
      const made = manifests
        .filter(({ kind }) => kind === "Certificate")
        .map(({ metadata, spec }) => `${metadata.namespace}/${String(at(spec, "secretName"))}`);
      const needed = secretsNeeded(manifests).map(({ secret }) => secret);
      const mounted = needed.filter((name) => name.endsWith("-tls"));
      expect(mounted.filter((name) => !made.includes(name))).toEqual([]);
    });
  });
});
