const COUNT = "veil_http_request_duration_seconds_count";
const BUCKET = "veil_http_request_duration_seconds_bucket";
const CALLS = 'route=~"/api/v1/proxy/.*|/v1/.*|/api/v1/mcp/messages"';

const quantile = (q, labels) =>
  `histogram_quantile(${q}, sum by (le) (rate(${BUCKET}{${labels}}[5m])))`;
const addedQuantile = (q) =>
  `histogram_quantile(${q}, sum by (route, le) (rate(veil_added_latency_seconds_bucket[5m])))`;
const quantiles = (labels) => ({
  "50 %": quantile(0.5, labels),
  "95 %": quantile(0.95, labels),
  "99 %": quantile(0.99, labels),
});
const processes = (namespace) => ({
  cpu: `sum by (pod) (rate(process_cpu_seconds_total{namespace="${namespace}"}[5m]))`,
  memory: `max by (pod) (process_resident_memory_bytes{namespace="${namespace}"})`,
  lag: `max by (pod) (nodejs_eventloop_lag_p99_seconds{namespace="${namespace}"})`,
});
const edge = processes("veil-edge");
const sanitiser = processes("veil-sanitiser");

/**
 * The dashboards. Each panel has a title, a unit of Grafana, queries by legend, and the limit of
 * its alert.
 */
export const rows = {
  gateway: {
    title: "gateway",
    panels: [
      ["Calls by route", "reqps", { "{{route}}": `sum by (route) (rate(${COUNT}{${CALLS}}[5m]))` }],
      [
        "Calls by status",
        "reqps",
        { "{{status}}": `sum by (status) (rate(${COUNT}{${CALLS}}[5m]))` },
      ],
      [
        "Errors in five minutes, with the limit of VeilCallsFailingFast",
        "percentunit",
        { "{{calls}}": "veil:call_errors:ratio_rate5m" },
        0.0144,
      ],
      [
        "Errors in six hours, with the limit of VeilCallsFailing",
        "percentunit",
        { "{{calls}}": "veil:call_errors:ratio_rate6h" },
        0.006,
      ],
      [
        "Duration of native calls, with the provider",
        "s",
        quantiles('route="/api/v1/proxy/messages"'),
      ],
      ["Duration of SDK calls, with the provider", "s", quantiles('route=~"/v1/.*"')],
      ["Added latency by route, half of the calls", "s", { "{{route}}": addedQuantile(0.5) }],
      ["Added latency by route, 95 % of the calls", "s", { "{{route}}": addedQuantile(0.95) }],
      [
        "Failed sign-ins",
        "reqps",
        { "{{credentials}}": "sum by (credentials) (rate(veil_login_failures_total[5m]))" },
      ],
      ["CPU of the gateway", "short", { "{{pod}}": edge.cpu }],
      ["Memory of the gateway", "bytes", { "{{pod}}": edge.memory }],
      ["Lag of the event loop", "s", { "{{pod}}": edge.lag }],
    ],
  },
  pipeline: {
    title: "pipeline",
    panels: [
      [
        "Deliveries of the worker by end",
        "reqps",
        { "{{end}}": "sum by (end) (rate(veil_inference_deliveries_total[5m]))" },
      ],
      [
        "Questions about providers",
        "reqps",
        { "{{query}} {{end}}": "sum by (query, end) (rate(veil_inference_queries_total[5m]))" },
      ],
      [
        "Oldest waiting row, with the limit of outboxes",
        "s",
        { "{{kind}}": "max by (kind) (veil_backlog_oldest_seconds)" },
        30,
      ],
      ["Waiting rows", "short", { "{{kind}}": "max by (kind) (veil_backlog_waiting)" }],
      [
        "Messages in queues",
        "short",
        { "{{queue}}": "max by (queue) (rabbitmq_detailed_queue_messages_ready)" },
        1000,
      ],
      [
        "Messages that consumers process",
        "short",
        { "{{queue}}": "max by (queue) (rabbitmq_detailed_queue_messages_unacked)" },
      ],
      ["Duration of requests for tokens at the bridge", "s", quantiles('route="/tokens"')],
      [
        "Refusals that were not recorded",
        "short",
        { refusals: "sum(increase(veil_refusals_not_recorded_total[1h]))" },
      ],
    ],
  },
  detection: {
    title: "detection",
    panels: [
      ["Duration of sanitising", "s", quantiles('route="/sanitise"'), 0.25],
      [
        "Slow sanitising in five minutes, with the limit of VeilSanitisingSlow",
        "percentunit",
        { "over 250 ms": "veil:slow_sanitising:ratio_rate5m" },
        0.144,
      ],
      [
        "Sanitiser by status",
        "reqps",
        { "{{status}}": `sum by (status) (rate(${COUNT}{route="/sanitise"}[5m]))` },
      ],
      [
        "Planted values that the sanitiser did not replace",
        "short",
        { values: "max(veil_masking_canary_missed_values)" },
        1,
      ],
      [
        "Time since the last masking canary",
        "s",
        { "{{pod}}": "max by (pod) (veil_masking_canary_age_seconds)" },
        300,
      ],
      [
        "Streamed answers with personal data of the model",
        "short",
        { answers: "sum(increase(veil_streamed_answers_with_personal_data_total[1h]))" },
      ],
      ["CPU of the sanitisers", "short", { "{{pod}}": sanitiser.cpu }],
      ["Memory of the sanitisers", "bytes", { "{{pod}}": sanitiser.memory }],
    ],
  },
  trust: {
    title: "isolation, certificates and audit log",
    panels: [
      [
        "Directions that are not blocked",
        "short",
        {
          "{{direction}} {{verdict}}":
            'max by (direction, verdict) (veil_isolation_verdict{verdict!="blocked"})',
        },
        1,
      ],
      [
        "Age of the isolation finding",
        "s",
        { "{{pod}}": "max by (pod) (veil_isolation_finding_age_seconds)" },
        300,
      ],
      [
        "Certificates by outcome",
        "reqps",
        { "{{outcome}}": "sum by (outcome) (rate(veil_certificates_total[5m]))" },
      ],
      [
        "Decisions of the signer",
        "reqps",
        { "{{outcome}}": "sum by (outcome) (rate(veil_certificate_decisions_total[5m]))" },
      ],
      [
        "Oldest call without a certificate",
        "s",
        { seconds: "max(veil_certificate_pending_seconds)" },
        86400,
      ],
      [
        "Oldest certificate without evidence",
        "s",
        { seconds: "max(veil_certificate_unproven_seconds)" },
        3600,
      ],
      [
        "Events appended to the audit log",
        "short",
        { "per second": "sum(rate(veil_audit_events_appended_total[5m]))" },
      ],
      [
        "Time since the last checkpoint",
        "s",
        { seconds: "time() - max(veil_audit_checkpoint_timestamp_seconds)" },
        60,
      ],
      [
        "Time since the last cosignature",
        "s",
        { "{{witness}}": "min by (witness) (veil_audit_witness_cosignature_age_seconds)" },
        600,
      ],
      [
        "Validity that certificates of TLS have left",
        "s",
        {
          "{{namespace}} {{certificate}}":
            "min by (namespace, certificate) (veil_tls_certificate_expiry_timestamp_seconds) - time()",
        },
        28800,
      ],
    ],
  },
  databases: {
    title: "databases and broker",
    panels: [
      [
        "Instances that respond",
        "short",
        { "{{namespace}}": "sum by (namespace) (cnpg_collector_up)" },
      ],
      [
        "Standbys",
        "short",
        { "{{namespace}}": "max by (namespace) (cnpg_pg_replication_streaming_replicas)" },
      ],
      ["Replication lag", "s", { "{{pod}}": "max by (pod) (cnpg_pg_replication_lag)" }, 60],
      [
        "Free space of volumes",
        "percentunit",
        {
          "{{persistentvolumeclaim}}":
            'min by (persistentvolumeclaim) (kubelet_volume_stats_available_bytes{namespace=~"veil-(data|audit)"} / kubelet_volume_stats_capacity_bytes{namespace=~"veil-(data|audit)"})',
        },
        0.15,
      ],
      [
        "Size of databases",
        "bytes",
        {
          "{{datname}}": 'max by (datname) (cnpg_pg_database_size_bytes{datname=~"gateway|audit"})',
        },
      ],
      [
        "Connections by state",
        "short",
        { "{{pod}} {{state}}": "sum by (pod, state) (cnpg_backends_total)" },
      ],
      [
        "Longest transaction",
        "s",
        { "{{pod}}": "max by (pod) (cnpg_backends_max_tx_duration_seconds)" },
      ],
      [
        "Commits",
        "short",
        {
          "{{datname}} per second":
            'sum by (datname) (rate(cnpg_pg_stat_database_xact_commit{datname=~"gateway|audit"}[5m]))',
        },
      ],
      [
        "Memory of the broker",
        "bytes",
        { "{{pod}}": "max by (pod) (rabbitmq_process_resident_memory_bytes)" },
      ],
      [
        "Free disk of the broker",
        "bytes",
        { "{{pod}}": "min by (pod) (rabbitmq_disk_space_available_bytes)" },
        2e9,
      ],
    ],
  },
};
