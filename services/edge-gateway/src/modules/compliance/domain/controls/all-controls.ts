import type { Control } from "../control.ts";
import { auditLogControls } from "./audit-log.ts";
import { certificateControls } from "./certificates.ts";
import { isolationControls } from "./isolation.ts";
import { keyControls } from "./keys.ts";
import { maskingControls } from "./masking.ts";
import { operatorControls } from "./operators.ts";
import { providerControls } from "./providers.ts";
import { retentionControls } from "./retention.ts";
import { storageControls } from "./storage.ts";
import { transportControls } from "./transport.ts";

/** What each group of controls needs. */
export interface ControlDeps {
  readonly isolation: Parameters<typeof isolationControls>[0];
  readonly transport: Parameters<typeof transportControls>[0];
  readonly providers: Parameters<typeof providerControls>[0];
  readonly masking: Parameters<typeof maskingControls>[0];
  readonly storage: Parameters<typeof storageControls>[0];
  readonly auditLog: Parameters<typeof auditLogControls>[0];
  readonly certificates: Parameters<typeof certificateControls>[0];
  readonly keys: Parameters<typeof keyControls>[0];
  readonly retention: Parameters<typeof retentionControls>[0];
  readonly operators: Parameters<typeof operatorControls>[0];
}

/** Returns all controls, in the order in which the posture lists them. */
export function allControls(deps: ControlDeps): readonly Control[] {
  return [
    ...isolationControls(deps.isolation),
    ...transportControls(deps.transport),
    ...providerControls(deps.providers),
    ...maskingControls(deps.masking),
    ...storageControls(deps.storage),
    ...auditLogControls(deps.auditLog),
    ...certificateControls(deps.certificates),
    ...keyControls(deps.keys),
    ...retentionControls(deps.retention),
    ...operatorControls(deps.operators),
  ];
}
