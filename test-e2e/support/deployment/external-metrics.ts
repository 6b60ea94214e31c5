/** Labels that Prometheus adds to each series of a ServiceMonitor or PodMonitor. */
export const TARGET_LABELS: readonly string[] = ["namespace", "pod", "job"];

/**
 * The metrics of programs that are not ours, with their labels: Prometheus itself, the kubelet,
 * RabbitMQ's plugin (`/metrics` and the family `queue_coarse_metrics` of `/metrics/detailed`), and
 * CloudNativePG with its default queries (`config/manager/default-monitoring.yaml`) and its Barman
 * Cloud plugin.
 */
const LABELS: readonly (readonly [name: string, labels: readonly string[]])[] = [
  ["up", []],
  ["kubelet_volume_stats_available_bytes", ["persistentvolumeclaim"]],
  ["kubelet_volume_stats_capacity_bytes", ["persistentvolumeclaim"]],
  ["rabbitmq_alarms_free_disk_space_watermark", []],
  ["rabbitmq_alarms_memory_used_watermark", []],
  ["rabbitmq_detailed_queue_messages_ready", ["vhost", "queue"]],
  ["rabbitmq_detailed_queue_messages_unacked", ["vhost", "queue"]],
  ["rabbitmq_disk_space_available_bytes", []],
  ["rabbitmq_process_resident_memory_bytes", []],
  ["barman_cloud_cloudnative_pg_io_last_available_backup_timestamp", []],
  ["cnpg_backends_max_tx_duration_seconds", ["datname", "usename", "application_name", "state"]],
  ["cnpg_backends_total", ["datname", "usename", "application_name", "state"]],
  ["cnpg_collector_pg_wal_archive_status", ["value"]],
  ["cnpg_collector_up", ["cluster"]],
  ["cnpg_pg_database_size_bytes", ["datname"]],
  ["cnpg_pg_replication_lag", []],
  ["cnpg_pg_replication_streaming_replicas", []],
  ["cnpg_pg_stat_database_xact_commit", ["datname"]],
];

export const EXTERNAL_METRICS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  LABELS.map(([name, labels]) => [name, new Set(labels)]),
);
