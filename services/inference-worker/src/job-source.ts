import type { CallRoute } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import { createHttpJobSource, createRabbitmqJobSource, type JobSource } from "@veil/transport/jobs";
import type { WorkerConfig } from "./config.ts";

interface OpenSource {
  readonly source: JobSource;
  readonly jobRoute?: CallRoute;
}

export function openSource(
  { transport, concurrency }: Pick<WorkerConfig, "transport" | "concurrency">,
  log: Logger,
  heartbeatMs?: number,
): OpenSource {
  switch (transport.kind) {
    case "http": {
      const source = createHttpJobSource({ concurrency, log, heartbeatMs });
      return { source, jobRoute: source.route };
    }
    case "rabbitmq":
      return { source: createRabbitmqJobSource({ url: transport.url, concurrency, log }) };
  }
}
