/** @all renders the manifests, with a program that Go builds unless one is installed */
import { beforeAll, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import { DEPLOY_GUIDE } from "../../support/deployment/deploy-guide.ts";
import {
  at,
  type Manifest,
  parseManifests,
  podsOf,
  titleOf,
} from "../../support/deployment/manifests.ts";
import {
  isolationFindings,
  NO_RENDERER,
  RENDERERS,
  renderWith,
  runRenderer,
} from "../../support/deployment/renderer.ts";

const canRender = (await runRenderer("--check")).code !== NO_RENDERER;
const DATABASES = [
  ["gateway", "veil-data"],
  ["audit", "veil-audit"],
] as const;
const SERVICE = { gateway: "veil-edge/edge-gateway", audit: "veil-audit/audit" } as const;

describeWhere(canRender, "An overlay with the component pooler", RENDERERS, () => {
  let text = "";
  let manifests: readonly Manifest[] = [];
  const find = (title: string) => manifests.find((manifest) => titleOf(manifest) === title);
  const edges = (changed: string) => isolationFindings(changed).map(({ edge }) => edge);

  beforeAll(async () => {
    text = await renderWith("pooler");
    manifests = parseManifests(text);
  });

  test.each(DATABASES)(
    "leads only the service of the database %s to the pooler, by the name in its certificate",
    (name, namespace) => {
      const hostname = `${name}-db.${namespace}.svc`;
      const ip = at(find(`Service ${namespace}/${name}-db-pooled`), "spec", "clusterIP");
      const users = podsOf(manifests).filter(({ pod }) => JSON.stringify(pod).includes(String(ip)));
      expect(users.map(({ manifest }) => titleOf(manifest))).toEqual([
        `Deployment ${SERVICE[name]}`,
      ]);
      const [user] = users;
      expect(at(user?.pod, "hostAliases")).toContainEqual({ ip, hostnames: [hostname] });
      const certificate = find(`Certificate ${namespace}/${name}-db-server`);
      expect(at(certificate, "spec", "dnsNames")).toContain(hostname);
    },
  );

  test.each(DATABASES)(
    "opens to the pooler of %s at most three quarters of the connections that the role may have",
    (name, namespace) => {
      const spec = at(find(`Pooler ${namespace}/${name}-db-pooler`), "spec");
      const surge = at(spec, "deploymentStrategy", "rollingUpdate", "maxSurge");
      const each = Number(at(spec, "pgbouncer", "parameters", "default_pool_size"));
      const cluster = find(`Cluster ${namespace}/${name}-db`);
      const allowed = at(cluster, "spec", "managed", "roles", 0, "connectionLimit");
      const most = (Number(at(spec, "instances")) + Number(surge)) * each;
      expect(most).toBe(Number(allowed) * 0.75);
    },
  );

  test.each(DATABASES)(
    "sets in the guide, for the role of %s, each limit that the pooler ignores",
    (name, namespace) => {
      const pooler = find(`Pooler ${namespace}/${name}-db-pooler`);
      const ignored = at(pooler, "spec", "pgbouncer", "parameters", "ignore_startup_parameters");
      for (const limit of String(ignored).split(","))
        expect(DEPLOY_GUIDE).toContain(
          `alter role ${name}_app in database ${name} set ${limit} = `,
        );
    },
  );

  test("does not count poolers when the instances of a database are spread over zones", () => {
    for (const [name, namespace] of DATABASES)
      expect(
        at(
          find(`Cluster ${namespace}/${name}-db`),
          ...["spec", "topologySpreadConstraints", 0, "labelSelector", "matchExpressions"],
        ),
      ).toEqual([{ key: "cnpg.io/poolerName", operator: "DoesNotExist" }]);
  });

  test.each([
    [
      "allow-edge-gateway-to-gateway-db-pooler",
      "veil-edge/edge-gateway -> veil-data/gateway-db-pooler",
    ],
    [
      "allow-gateway-db-pooler-to-gateway-db",
      "veil-data/gateway-db-pooler -> veil-data/gateway-db",
    ],
    ["allow-audit-to-audit-db-pooler", "veil-audit/audit -> veil-audit/audit-db-pooler"],
    ["allow-audit-db-pooler-to-audit-db", "veil-audit/audit-db-pooler -> veil-audit/audit-db"],
  ])("is refused by the check without the policy %s", (policy, edge) => {
    const objects = text.split(/^---$/m);
    const rest = objects.filter((object) => !object.includes(`\n  name: ${policy}\n`));
    expect(rest.length).toBeLessThan(objects.length);
    expect(edges(text)).toEqual([]);
    expect(edges(rest.join("---"))).toContain(edge);
  });

  test("is refused by the check when the policies of a database also apply to its pooler", () => {
    const expression =
      /\n +matchExpressions:\n +- key: cnpg\.io\/poolerName\n +operator: DoesNotExist/g;
    expect(edges(text.replace(expression, ""))).toEqual(
      expect.arrayContaining([
        "veil-edge/gateway-sweep -> veil-data/gateway-db-pooler",
        "veil-audit/audit-prune -> veil-audit/audit-db-pooler",
      ]),
    );
  });
});
