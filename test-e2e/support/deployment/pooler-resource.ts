/** The webhook of the operator refuses other parameters (CloudNativePG 1.27, `pooler_webhook.go`). */
export interface IPooler {
  apiVersion: "postgresql.cnpg.io/v1";
  kind: "Pooler";
  metadata: { name: string; namespace: string; labels: Record<string, string> };
  spec: {
    cluster: { name: string };
    type: "rw";
    instances: number;
    deploymentStrategy: {
      type: "RollingUpdate";
      rollingUpdate: { maxSurge: number; maxUnavailable: number };
    };
    pgbouncer: {
      poolMode: "transaction";
      parameters: {
        default_pool_size: string;
        max_client_conn: string;
        max_prepared_statements: string;
        ignore_startup_parameters: string;
        client_tls_sslmode: "require";
        server_tls_sslmode: "verify-full";
      };
    };
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              topologyKey: string;
              labelSelector: { matchLabels: Record<string, string> };
            }[];
          };
        };
        containers: { name: "pgbouncer"; resources: Record<"requests" | "limits", object> }[];
      };
    };
  };
}
