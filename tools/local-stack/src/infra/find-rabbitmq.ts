import { defaultManagementUrl } from "../stack/broker.ts";
import { startContainer } from "./container.ts";
import type { FoundServer, InfraContext, InfraFinder } from "./infra-server.ts";
import { acceptsAdministrator, startRabbitmqNode } from "./rabbitmq-node.ts";

const VARIABLE = "VEIL_TEST_RABBITMQ_URL";
const MANAGEMENT_VARIABLE = "VEIL_TEST_RABBITMQ_MANAGEMENT_URL";
const LOCAL_URL = "amqp://guest:guest@127.0.0.1:5672";

export const RABBITMQ_FINDERS: readonly InfraFinder[] = [
  fromUrl,
  fromLocalPort,
  fromContainer,
  startRabbitmqNode,
];

async function fromUrl({ env }: InfraContext): Promise<FoundServer | undefined> {
  const url = env[VARIABLE];
  if (url === undefined) return undefined;
  const managementUrl = env[MANAGEMENT_VARIABLE] ?? defaultManagementUrl(url);
  if (!(await acceptsAdministrator(managementUrl)))
    throw new Error(
      `${MANAGEMENT_VARIABLE}: the management API does not accept these credentials as an administrator's`,
    );
  return {
    origin: `named by ${VARIABLE}`,
    variables: { [VARIABLE]: url, [MANAGEMENT_VARIABLE]: managementUrl },
  };
}

async function fromLocalPort(): Promise<FoundServer | undefined> {
  const managementUrl = defaultManagementUrl(LOCAL_URL);
  if (!(await acceptsAdministrator(managementUrl))) return undefined;
  return {
    origin: "found on ports 5672 and 15672",
    variables: { [VARIABLE]: LOCAL_URL, [MANAGEMENT_VARIABLE]: managementUrl },
  };
}

async function fromContainer({ env }: InfraContext): Promise<FoundServer | undefined> {
  const started = await startContainer(env, {
    image: "rabbitmq:3.13-management-alpine",
    ports: [5672, 15672],
    readyLine: /Server startup complete/,
  });
  if (started === undefined) return undefined;
  const variables = {
    [VARIABLE]: `amqp://guest:guest@${started.address(5672)}`,
    [MANAGEMENT_VARIABLE]: `http://guest:guest@${started.address(15672)}`,
  };
  return { origin: started.origin, variables, stop: started.stop };
}
