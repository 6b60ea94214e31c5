/** Modules of the edge gateway, the lowest first: a module knows none of its own or a later line. */
const MODULES = [
  ["audit"],
  ["accounts"],
  ["entities", "isolation"],
  ["certificates"],
  ["calls"],
  ["scan", "sdk"],
  ["mcp"],
  ["admin"],
];
const NO_TESTS = { pathNot: "\\.(test|contract)\\.ts$" };

export const CALLS = "services/edge-gateway/src/modules/calls/";
/** Stages of a call, the first first: a stage knows none of a later line. A native and a direct call know nothing of each other. */
const STAGES = [
  ["content"],
  ["proving-ground", "relink", "scanning"],
  ["trace"],
  ["prepare"],
  ["ending"],
  ["native"],
  ["direct"],
];
/** Only the files that are called after what they use do I/O. */
export const WITH_IO =
  "/(routes/[^/]+|(create|http|postgres|redis|threaded)-[^/]+|text-scan-worker)\\.ts$";

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
      const above = MODULES.slice(index)
        .flat()
        .filter((other) => other !== module);
      return {
        name: "modules-in-order",
        severity: "error",
        comment: "A module stands on the ones before it; what composes them stands on all.",
        from: { path: `^services/edge-gateway/src/modules/${module}/`, ...NO_TESTS },
        to: {
          path: [
            ...above.map((other) => `^services/edge-gateway/src/modules/${other}/`),
            "^services/edge-gateway/src/(http|composition|commands)/",
            "^services/edge-gateway/src/(main|config|gateway)\\.ts$",
          ],
        },
      };
    }),
  );
}

/** `index.ts` is pure, as domain is; `http.ts` and `postgres.ts` are for routes and adapters of other modules. */
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

/** The modules of the edge gateway, and the stages of its calls. */
export function gatewayRules() {
  return [
    {
      name: "a-call-is-pure",
      severity: "error",
      comment: "I/O is in the files that are called after what they use.",
      from: { path: `^${CALLS}`, pathNot: [WITH_IO, NO_TESTS.pathNot] },
      to: {
        path: [
          `^${CALLS}.*${WITH_IO}`,
          "^packages/(http-kit|postgres-kit|thread-pool|tls)/",
          "node_modules/(express|ioredis|pg|undici)/",
          "^(node:)?(child_process|dns|fs|http|http2|https|net|tls|worker_threads)(/|$)",
        ],
      },
    },
    ...stagesInOrder(),
    nativeAndDirectApart(),
    ...modulesInOrder(),
    ...modulesByTheirEntry(),
  ];
}
