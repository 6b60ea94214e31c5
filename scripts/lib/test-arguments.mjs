export const HELP = `npm test [-- [--fast | --heavy] [PATH ...] [OPTIONS OF JEST ...]]

With no argument: types, form, imports, unused code, and every suite but the heavy ones and those in network
namespaces, on real servers where they are found or can be started.

--fast    types, and the unit suites that need neither a server nor another process nor a model; no server is started.
          Component suites (services/*/test), which start whole services, run when a PATH names them
--heavy   everything, the suites in network namespaces too (root on Linux), as .ci/run does; without it those are
          left out that begin with /** @heavy REASON */: they try out deployments, or tools of this repository
PATH      types, and the suites whose path matches; with --fast those of them that are fast

A suite is fast unless its file names what gives it a server or a process (describeWithServer, describeWhere,
describeInBrowser, infraUrl, judgePath, dataFile, node:child_process, @veil/local-stack) or begins with /** @slow REASON */. One that
is fast and starts a process or reads a model fails, in every run.
`;

const SIZES = ["--fast", "--heavy"];

export function readTestArguments(args) {
  const sizes = SIZES.filter((size) => args.includes(size));
  if (sizes.length > 1) throw new Error(`${sizes.join(" and ")} cannot be used together`);
  const rest = args.filter((arg) => !SIZES.includes(arg));
  return {
    help: args.includes("--help"),
    fast: sizes.includes("--fast"),
    heavy: sizes.includes("--heavy"),
    selected: rest.some((arg) => !arg.startsWith("-")),
    rest,
  };
}
