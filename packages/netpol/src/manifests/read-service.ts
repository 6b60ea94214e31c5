import type { KubernetesService, ServicePort } from "./cluster.ts";
import { type Fields, fieldsAt, labelsAt, listAt, portAt, textAt, textsAt } from "./fields.ts";
import { readProtocol } from "./read-policy.ts";

/** Reads a Service. @throws ManifestError */
export function readService(object: Fields, where: string): KubernetesService {
  const metadata = fieldsAt(object["metadata"], `${where}: metadata`);
  const spec = fieldsAt(object["spec"], `${where}: spec`);
  const clusterIps = [
    ...new Set([
      ...(spec["clusterIP"] === undefined ? [] : [spec["clusterIP"]]),
      ...listAt(spec["clusterIPs"], `${where}: clusterIPs`),
    ]),
  ].map((address) => textAt(address, `${where}: clusterIP`));
  return {
    namespace: textAt(metadata["namespace"] ?? "default", `${where}: metadata.namespace`),
    name: textAt(metadata["name"], `${where}: metadata.name`),
    type: typeof spec["type"] === "string" ? spec["type"] : "ClusterIP",
    selector: labelsAt(spec["selector"], `${where}: selector`),
    ports: listAt(spec["ports"], `${where}: ports`).map((port) =>
      readServicePort(fieldsAt(port, where), where),
    ),
    clusterIps: clusterIps.filter((address) => address !== "None"),
    headless: clusterIps.includes("None"),
    externalIps: textsAt(spec["externalIPs"], `${where}: externalIPs`),
  };
}

function readServicePort(fields: Fields, where: string): ServicePort {
  const port = portAt(fields["port"], `${where}: port`);
  const target = fields["targetPort"] ?? port;
  return {
    port,
    protocol: readProtocol(fields["protocol"], `${where}: protocol`),
    target: typeof target === "string" ? target : portAt(target, `${where}: targetPort`),
  };
}
