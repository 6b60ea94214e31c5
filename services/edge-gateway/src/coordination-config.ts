import type { TlsFiles } from "@veil/service-kit/tls";

export type CoordinationConfig =
  | { readonly kind: "memory" }
  | {
      readonly kind: "redis";
      readonly url: string;
      readonly tls?: TlsFiles | undefined;
      readonly replicas: number;
      /** How long a limit waits for an answer. Default 250. */
      readonly timeoutMs?: number;
    };
