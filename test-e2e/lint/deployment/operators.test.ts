import { describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { kubernetesSecrets, makeDeploymentSecrets } from "@veil/local-stack";
import {
  at,
  parseManifests,
  renderedManifests,
  titleOf,
} from "../../support/deployment/manifests.ts";

const prod = renderedManifests("prod");
const ofKind = (kind: string) => prod.filter((manifest) => manifest.kind === kind);

describe("What operators do with the manifests of prod:", () => {
  test("a backup is complete without a WAL archive, and is kept when its database is deleted", () => {
    const clusters = ofKind("Cluster");
    expect(clusters).toHaveLength(2);
    for (const cluster of clusters) {
      expect(at(cluster, "spec", "backup", "volumeSnapshot")).toEqual({
        className: "encrypted",
        online: false,
        snapshotOwnerReference: "none",
      });
      // A cold backup stops a standby, so a second standby must confirm the primary's commits.
      expect(Number(at(cluster, "spec", "instances"))).toBeGreaterThan(2);
    }
  });

  test("the authority keeps its key when its certificate is renewed; all other certificates get a new key", () => {
    for (const certificate of ofKind("Certificate")) {
      const policy = at(certificate, "spec", "privateKey", "rotationPolicy");
      expect({ of: titleOf(certificate), policy }).toEqual({
        of: titleOf(certificate),
        policy: at(certificate, "spec", "isCA") === true ? "Never" : "Always",
      });
    }
  });

  test("the Gateway's class exists", () => {
    const classes = ofKind("GatewayClass").map(({ metadata }) => metadata.name);
    expect(ofKind("Gateway").map((gateway) => at(gateway, "spec", "gatewayClassName"))).toEqual(
      classes,
    );
  });
});

describe("The Secrets of users and roles", () => {
  const expected = [
    ...["gateway", "audit"].flatMap((name) =>
      ["app", "owner"].map((kind) => [`${name}-db-${kind}-login`, "cnpg.io/reload"]),
    ),
    ...["audit", "autoscaler", "gateway", "worker"].map((user) => [
      `rabbitmq-user-${user}`,
      "rabbitmq.com/topology-operator",
    ]),
  ].sort();
  const followed = (name: string, labels: unknown) =>
    Object.entries((labels ?? {}) as Record<string, string>)
      .filter(([label]) => /^(cnpg\.io|rabbitmq\.com)\//.test(label))
      .map(([label, value]) => {
        expect(value).toBe("true");
        return [name, label];
      });

  test("The Secrets of prod have the labels by which operators watch them", () => {
    const secrets = ofKind("ExternalSecret").flatMap(({ metadata, spec }) =>
      followed(metadata.name, at(spec, "target", "template", "metadata", "labels")),
    );
    expect(secrets.sort()).toEqual(expected);
  });

  test("The Secrets of dev have the labels by which operators watch them", () => {
    const made = parseManifests(
      kubernetesSecrets(makeDeploymentSecrets(systemRandomBytes, "none")),
    );
    const secrets = made.flatMap(({ metadata }) => followed(metadata.name, metadata.labels));
    expect(secrets.sort()).toEqual(expected);
  });
});
