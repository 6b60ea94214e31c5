import { POSTGRES_FINDERS } from "./find-postgres.ts";
import { RABBITMQ_FINDERS } from "./find-rabbitmq.ts";
import { REDIS_FINDERS } from "./find-redis.ts";
import type { FoundServer, InfraContext, InfraFinder, ServerKind } from "./infra-server.ts";

export interface Infra {
  readonly variables: Readonly<Record<string, string>>;
  readonly missing: readonly ServerKind[];
  stop(): Promise<void>;
}

const FINDERS: Readonly<Record<ServerKind, readonly InfraFinder[]>> = {
  PostgreSQL: POSTGRES_FINDERS,
  Redis: REDIS_FINDERS,
  RabbitMQ: RABBITMQ_FINDERS,
};

export async function openInfra(
  context: InfraContext,
  onLine: (line: string) => void,
): Promise<Infra> {
  const kinds = Object.keys(FINDERS) as ServerKind[];
  const servers = await Promise.all(
    kinds.map(async (kind) => {
      const began = Date.now();
      const server = await firstOf(kind, context, onLine);
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      onLine(
        `${kind}: ${server === undefined ? "not available" : `${server.origin} (${seconds} s)`}`,
      );
      return server;
    }),
  );
  const found = servers.filter((server) => server !== undefined);
  return {
    variables: Object.assign({}, ...found.map(({ variables }) => variables)),
    missing: kinds.filter((_, index) => servers[index] === undefined),
    async stop() {
      await Promise.all(found.map((server) => server.stop?.()));
    },
  };
}

async function firstOf(
  kind: ServerKind,
  context: InfraContext,
  onLine: (line: string) => void,
): Promise<FoundServer | undefined> {
  for (const find of FINDERS[kind])
    try {
      const server = await find(context);
      if (server !== undefined) return server;
    } catch (error) {
      onLine(`${kind}: ${(error as Error).message}`);
    }
  return undefined;
}
