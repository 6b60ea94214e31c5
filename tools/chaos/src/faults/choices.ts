import { type Profile, reasonAgainstDisks } from "@veil/local-stack";
import { fakeTimeLibrary } from "./clocks.ts";
import {
  type FaultChoice,
  type FaultKind,
  isServer,
  SERVER_FAULTS,
  SERVICE_FAULTS,
  type SkippedFault,
  type Target,
  targetsOf,
} from "./fault.ts";

/** Why this machine cannot inject some kinds of faults. */
export type MachineLimits = Partial<Record<FaultKind, string>>;

/** Finds out what this machine cannot inject. */
export function machineLimits(): MachineLimits {
  const disks = reasonAgainstDisks();
  return {
    ...(disks !== undefined && { "fill-disk": disks }),
    ...(fakeTimeLibrary() === undefined && {
      "move-clock": "libfaketime is not installed (Debian's package faketime)",
    }),
  };
}

interface Choices {
  readonly choices: readonly FaultChoice[];
  readonly skipped: readonly SkippedFault[];
}

/** Splits all faults of some targets into those that can be injected, and those that cannot. */
export function choicesOf(
  profile: Profile,
  limits: MachineLimits,
  targets: readonly Target[] = targetsOf(profile),
): Choices {
  const all: readonly FaultChoice[] = targets.flatMap((target) =>
    (isServer(target) ? SERVER_FAULTS : SERVICE_FAULTS).map((kind) => ({ target, kind })),
  );
  const reasonOf = (choice: FaultChoice) => reasonAgainst(profile, choice) ?? limits[choice.kind];
  return {
    choices: all.filter((choice) => reasonOf(choice) === undefined),
    skipped: all.flatMap((choice) => {
      const reason = reasonOf(choice);
      return reason === undefined ? [] : [{ ...choice, reason }];
    }),
  };
}

function reasonAgainst(profile: Profile, { target, kind }: FaultChoice): string | undefined {
  if (profile === "embedded" && isServer(target))
    return "the embedded PostgreSQL is a part of the stack, which stops with it";
  if (target === "redis" && kind === "fill-disk") return "Redis stores nothing on a disk";
  return undefined;
}
