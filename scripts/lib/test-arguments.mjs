export const HELP = `npm test [-- [--fast | --all | --heavy] [PATH ...] [OPTIONS OF JEST ...]]

Four tiers, each a part of the next; all but the first use PostgreSQL, Redis and RabbitMQ where they are found or can be started:

--fast         types, and the unit suites that need neither a server nor another process nor a model. Component suites
               (services/*/test), which start whole services, run when a PATH names them
(no argument)  types, form, imports, unused code, unit, component and lint suites, and one whole stack
--all          the other stacks, corpora and random texts by the thousand, the rendered manifests (npm run test:all)
--heavy        everything, as .ci/run does: deployments and tools of this repository too, and network namespaces (root on Linux)
PATH           types, and the suites whose path matches, of all tiers; with --fast those of them that are fast

A suite is fast unless its file names what gives it a server or a process (describeWithServer, describeWhere,
describeInBrowser, infraUrl, judgePath, dataFile, node:child_process, @veil/local-stack) or begins with /** @slow REASON */.
One that is fast and starts a process or reads a model fails, in every run. A suite that begins with /** @all REASON */ or
/** @heavy REASON */ belongs to that tier.
`;

const TIERS = ["--fast", "--all", "--heavy"];

export function readTestArguments(args) {
  const tiers = TIERS.filter((tier) => args.includes(tier));
  if (tiers.length > 1) throw new Error(`${tiers.join(" and ")} cannot be used together`);
  const rest = args.filter((arg) => !TIERS.includes(arg));
  return {
    help: args.includes("--help"),
    tier: tiers[0]?.slice(2) ?? "default",
    selected: rest.some((arg) => !arg.startsWith("-")),
    rest,
  };
}
