import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";

/** The clocks of the services, which libfaketime moves. */
export interface Clocks {
  /** Returns the variables with which a service reads its clock. */
  envOf(service: ServiceName): Readonly<Record<string, string>>;
  /** Sets the clock of a service to the right time plus `bySeconds`, at once. */
  move(service: ServiceName, bySeconds: number): void;
}

const LIBRARIES = "/usr/lib";

/** Returns the path of the installed libfaketime (Debian's package `faketime`), if there is one. */
export function fakeTimeLibrary(): string | undefined {
  if (!existsSync(LIBRARIES)) return undefined;
  return readdirSync(LIBRARIES)
    .map((folder) => path.join(LIBRARIES, folder, "faketime/libfaketime.so.1"))
    .find((file) => existsSync(file));
}

/** Keeps the difference of each clock in a file of `folder`, which it creates. */
export function createClocks(folder: string, library: string): Clocks {
  mkdirSync(folder, { mode: 0o700 });
  const fileOf = (service: ServiceName) => path.join(folder, service);
  const move = (service: ServiceName, bySeconds: number) => {
    const file = fileOf(service);
    // A service reads the file at any moment, so it is replaced as a whole.
    writeFileSync(`${file}.new`, bySeconds < 0 ? `${bySeconds}\n` : `+${bySeconds}\n`);
    renameSync(`${file}.new`, file);
  };
  for (const service of SERVICE_NAMES) move(service, 0);
  return {
    move,
    envOf: (service) => ({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: fileOf(service),
      FAKETIME_NO_CACHE: "1",
      // A wrong clock does not change how long a timer takes.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    }),
  };
}
