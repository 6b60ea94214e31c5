import { existsSync } from "node:fs";

interface ContainerOptions {
  readonly image: string;
  readonly ports: readonly number[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly readyLine: RegExp;
}

interface StartedContainer {
  readonly origin: string;
  address(port: number): string;
  stop(): Promise<void>;
}

/**
 * Starts a container. Returns undefined without a Docker engine, or when the image is not
 * available.
 */
export async function startContainer(
  env: Readonly<Record<string, string | undefined>>,
  { image, ports, environment = {}, readyLine }: ContainerOptions,
): Promise<StartedContainer | undefined> {
  if (env["DOCKER_HOST"] === undefined && !existsSync("/var/run/docker.sock")) return undefined;
  try {
    const { GenericContainer, Wait } = await import("testcontainers");
    const container = await new GenericContainer(image)
      .withExposedPorts(...ports)
      .withEnvironment(environment)
      .withWaitStrategy(Wait.forLogMessage(readyLine))
      .start();
    return {
      origin: `started in a container from ${image}`,
      address: (port) => `${container.getHost()}:${container.getMappedPort(port)}`,
      stop: async () => void (await container.stop()),
    };
  } catch {
    return undefined;
  }
}
