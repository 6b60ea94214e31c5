import type { TlsFiles } from "@veil/tls";

/** Where replicas count together, and wake each other. */
export type CoordinationConfig =
  | { readonly kind: "memory" }
  | {
      readonly kind: "redis";
      readonly url: string;
      /** Undefined: the connection is plain. */
      readonly tls?: TlsFiles | undefined;
      readonly replicas: number;
    };
