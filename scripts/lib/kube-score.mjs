import { execFile } from "node:child_process";

/** The grade of a check without findings. */
const ALL_OK = 10;
// Optional checks to run. Those that require requests to equal limits are missing, because other
// pods may use idle CPU.
const OPTIONAL = ["container-seccomp-profile", "container-ports-check"];
const OUTPUT_LIMIT = 64 * 1024 * 1024;

/** Returns each finding as `{check, object, comment}`; `object` is `Kind/namespace/name`. */
export async function kubeScore(program, file) {
  const flags = OPTIONAL.flatMap((check) => ["--enable-optional-test", check]);
  const text = await outputOf(program, ["score", "--output-format", "json", ...flags, file]);
  return JSON.parse(text).flatMap(({ type_meta, object_meta, checks }) =>
    checks
      .filter(({ skipped, grade }) => !skipped && grade < ALL_OK)
      .map(({ check, comments }) => ({
        check: check.id,
        object: `${type_meta.kind}/${object_meta.namespace}/${object_meta.name}`,
        comment: (comments ?? []).map(({ summary }) => summary).join("; "),
      })),
  );
}

export function compare(findingsByVariant, ignored) {
  const used = new Set();
  const unexplained = [];
  for (const [variant, findings] of findingsByVariant) {
    for (const finding of findings) {
      const entry = ignored.find((candidate) => explains(candidate, variant, finding));
      if (entry === undefined) unexplained.push({ variant, ...finding });
      else used.add(entry);
    }
  }
  return { unexplained, unused: ignored.filter((entry) => !used.has(entry)) };
}

function explains({ check, object, only }, variant, finding) {
  if (only !== undefined && !only.includes(variant)) return false;
  return check === finding.check && new RegExp(`^${object}$`).test(finding.object);
}

/** Resolves to the program's output. Ignores the exit code, which reports findings as a failure. */
function outputOf(program, args) {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: OUTPUT_LIMIT }, (error, stdout, stderr) => {
      if (stdout.trim().startsWith("[")) resolve(stdout);
      else reject(new Error(`kube-score: ${stderr || error?.message}`));
    });
  });
}
