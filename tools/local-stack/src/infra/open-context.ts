import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PortBlock } from "../ports/port-block.ts";
import { Watchdog } from "../process/watchdog.ts";
import type { InfraContext } from "./infra-server.ts";

interface OpenContext extends InfraContext {
  /** Removes the folder. All servers must have stopped before. */
  close(): void;
}

/** Creates a context. The users of the servers may enter its temporary folder, but not list it. */
export async function openContext(env: InfraContext["env"]): Promise<OpenContext> {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-infra-"));
  chmodSync(folder, 0o711);
  const watchdog = new Watchdog();
  const ports = await PortBlock.reserve();
  return {
    ...{ env, folder, watchdog, ports },
    close() {
      watchdog.dismiss();
      ports.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
