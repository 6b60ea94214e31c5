/**
 * Modules of the edge gateway, the lowest layer first. A module must not import another module of
 * its own line or of a later line.
 */
const MODULES = [
  ["audit", "reference", "portal"],
  ["accounts"],
  ["entities", "isolation"],
  ["certificates"],
  ["calls"],
  ["scan", "sdk"],
  ["compliance", "mcp"],
  ["admin"],
];
const NO_TESTS = { pathNot: "\\.(test|contract)\\.ts$" };
/** Matches the files that create modules. */
const MODULE = "/modules/[a-z]+/module\\.ts$";

const CALLS = "services/edge-gateway/src/modules/calls/";
/**
 * Folders of the stages of a call, in order. A stage must not import from a later line. `native`
 * and `direct` must not import from each other.
 */
const STAGES = [
  ["activities", "content"],
  ["proving-ground", "scanning"],
  ["trace"],
  ["prepare"],
  ["native"],
  ["direct"],
];
/**
 * Matches the modules whose folders are named after subjects, not after layers such as `domain`.
 */
export const BY_SUBJECT = "services/edge-gateway/src/modules/(accounts|calls)/";
/**
 * Matches the files of these modules that may do I/O. Most are named after the technology they use.
 */
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
 * Lets a module import only `index.ts`, `http.ts` and `postgres.ts` of other modules. Other rules
 * keep `http.ts` and `postgres.ts` out of pure code.
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

/**
 * Allows only a module's `module.ts` to import the files that belong to the whole gateway, and only
 * `gateway.ts` to import a `module.ts`.
 */
function modulesCreatedInOnePlace() {
  return [
    {
      name: "only-module-ts-creates-a-module",
      severity: "error",
      from: { path: "^services/edge-gateway/src/modules/", pathNot: [MODULE, NO_TESTS.pathNot] },
      to: {
        path: [
          "^services/edge-gateway/src/(api/|commands/|platform/clients\\.ts$)",
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

/** Returns the rules for the modules of the edge gateway and for the stages of a call. */
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
