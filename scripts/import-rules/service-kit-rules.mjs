/**
 * Folders of the service kit, the lowest layer first, each with a pattern of the services that may
 * import it. Without a pattern, every service may.
 */
const FOLDERS = [
  ["config"],
  ["telemetry"],
  ["tls"],
  ["http"],
  ["threads", "edge-gateway|sanitiser"],
  ["claim-routes", "bridge|sanitiser|inference-worker"],
];
const KIT = "packages/service-kit/src/";

function foldersInOrder() {
  return FOLDERS.slice(0, -1).map(([folder], index) => ({
    name: "service-kit-in-order",
    severity: "error",
    comment: "A folder of the kit stands on the ones before it.",
    from: { path: `^${KIT}${folder}/`, pathNot: "\\.(test|contract)\\.ts$" },
    to: {
      path: `^${KIT}(${FOLDERS.slice(index + 1)
        .map(([above]) => above)
        .join("|")})/`,
    },
  }));
}

function foldersByService() {
  return FOLDERS.filter(([, services]) => services !== undefined).map(([folder, services]) => ({
    name: "service-kit-by-service",
    severity: "error",
    comment: "A service has only the parts of the kit that it uses.",
    from: { pathNot: [`^services/(${services})/`, `^${KIT}`] },
    to: { path: `^${KIT}${folder}/` },
  }));
}

export function serviceKitRules() {
  return [...foldersInOrder(), ...foldersByService()];
}
