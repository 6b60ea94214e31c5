/** Modules of the edge gateway, the lowest first. A module imports no other module of its line or a later one. */
const MODULES = [
  ["audit", "reference"],
  ["accounts"],
  ["entities", "isolation"],
  ["certificates"],
  ["calls"],
  ["scan", "sdk"],
  ["mcp"],
  ["admin"],
];
const NO_TESTS = { pathNot: "\\.(test|contract)\\.ts$" };
/** The file that creates its module. */
const MODULE = "/modules/[a-z]+/module\\.ts$";

const CALLS = "services/edge-gateway/src/modules/calls/";
/**
 * Stages of a call, in order: a stage imports nothing from a later line. A native and a direct call
 * import nothing from each other.
 */
const STAGES = [
  ["content"],
  ["proving-ground", "relink", "scanning"],
  ["trace"],
  ["prepare"],
  ["ending"],
  ["native"],
  ["direct"],
];
/** Modules with folders by subject. */
export const BY_SUBJECT = "services/edge-gateway/src/modules/(accounts|calls)/";
/** Only files named after the technology that they use do I/O. */
export const WITH_IO =
  "/((routes|middleware)/[^/]+|(create|http|postgres|redis|threaded)-[^/]+|text-scan-worker|accounts/http|module)\\.ts$";

const PURE = [
  "^services/edge-gateway/src/platform/",
  "^services/edge-gateway/src/modules/(accounts|calls)/",
  "^services/edge-gateway/src/modules/[^/]+/(index|ports)\\.ts$",
  "^packages/(certificate-page|contracts|crypto|llm-dialects|pii|relink|service-kit/src/telemetry|transport|veil)/",
  "node_modules/(lru-cache|p-limit|typebox)/",
  "^(node:)?(buffer|crypto|events|timers/promises|url|zlib)$",
];

function stagesInOrder() {
  return STAGES.slice(0, -1).map((line, index) => ({
    name: "stages-in-order",
    severity: "error",
    comment: "Each stage of a call takes what the ones before made.",
    from: { path: `^${CALLS}(${line.join("|")})/`, ...NO_TESTS },
    to: {
      path: `^${CALLS}(${STAGES.slice(index + 1)
        .flat()
        .join("|")})/`,
    },
  }));
}

function nativeAndDirectApart() {
  return {
    name: "native-and-direct-apart",
    severity: "error",
    from: { path: `^${CALLS}direct/`, ...NO_TESTS },
    to: { path: `^${CALLS}native/` },
  };
}

function modulesInOrder() {
  return MODULES.flatMap((line, index) =>
    line.map((module) => {
      const others = MODULES.slice(index).flat();
      return {
        name: "modules-in-order",
        severity: "error",
        comment: "A module stands on the ones before it; the gateway, which creates them, on all.",
        from: { path: `^services/edge-gateway/src/modules/${module}/`, ...NO_TESTS },
        to: {
          path: `^services/edge-gateway/src/modules/(${others.join("|")})/`,
          pathNot: `^services/edge-gateway/src/modules/${module}/`,
        },
      };
    }),
  );
}

/**
 * Allows `index.ts`, which is pure like domain, everywhere, and `http.ts` and `postgres.ts` in
 * routes and adapters of other modules.
 */
function modulesByTheirEntry() {
  return MODULES.flat().flatMap((module) => [
    {
      name: "modules-by-their-entry",
      severity: "error",
      from: {
        path: "^services/edge-gateway/src/modules/",
        pathNot: [`^services/edge-gateway/src/modules/${module}/`, NO_TESTS.pathNot],
      },
      to: {
        path: `^services/edge-gateway/src/modules/${module}/`,
        pathNot: "/modules/[a-z]+/(index|http|postgres)\\.ts$",
      },
    },
  ]);
}

/** A module's `module.ts` says what it needs and serves; nothing else of it knows the whole gateway. */
function modulesCreatedInOnePlace() {
  return [
    {
      name: "only-module-ts-creates-a-module",
      severity: "error",
      from: { path: "^services/edge-gateway/src/modules/", pathNot: [MODULE, NO_TESTS.pathNot] },
      to: {
        path: [
          "^services/edge-gateway/src/(api/(?!body-limits)|commands/|platform/(clients|transports|tls)\\.ts$)",
          "^services/edge-gateway/src/(main|config|gateway|stores)\\.ts$",
        ],
      },
    },
    {
      name: "only-the-gateway-creates-modules",
      severity: "error",
      from: { path: "^services/", pathNot: "^services/edge-gateway/src/gateway\\.ts$" },
      to: { path: MODULE },
    },
  ];
}

/** Rules for the modules of the edge gateway, and the stages of its calls. */
export function gatewayRules() {
  return [
    {
      name: "io-is-in-the-names",
      severity: "error",
      comment: "I/O is in the files that are called after what they use.",
      from: { path: `^${BY_SUBJECT}`, pathNot: [WITH_IO, NO_TESTS.pathNot] },
      to: { pathNot: PURE },
    },
    {
      name: "io-is-passed-in",
      severity: "error",
      comment: "A port is between what does I/O and what does not.",
      from: { path: `^${BY_SUBJECT}`, pathNot: [WITH_IO, NO_TESTS.pathNot] },
      to: { path: `^${BY_SUBJECT}.*${WITH_IO}`, pathNot: "/accounts/http\\.ts$" },
    },
    ...stagesInOrder(),
    nativeAndDirectApart(),
    ...modulesInOrder(),
    ...modulesByTheirEntry(),
    ...modulesCreatedInOnePlace(),
  ];
}
