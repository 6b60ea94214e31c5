import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { kubernetesApi } from "./api.mjs";

const START_MS = 120_000;
const TRY_MS = 200;
/** kubeadm's range, which contains the fixed addresses of the manifests. */
const SERVICES = "10.96.0.0/12";
/** How long pods stay bound to a node that does not answer. Kubernetes' own 300 s would only be waited for. */
const UNREACHABLE_S = "15";
/** No second instance exists, and no program reads metrics. */
const SINGLE = ["--leader-elect=false", "--secure-port=0"];

/**
 * Starts etcd, the API server, the controller manager and the scheduler on free ports of the
 * loopback interface, with their data in `folder`. They end when this process ends.
 * @throws Error with the end of its log, when a program does not start
 */
export async function startControlPlane(programs, folder) {
  const files = filesIn(folder);
  const children = [];
  process.once("exit", () => killAll(children));
  const start = (name, args) => {
    const child = startProgram(path.join(programs, name), args, files.log(name));
    children.push(child);
  };
  const isThere = async (where) => (await api.get(where)).status === 200;
  const [etcdPort, peerPort, apiPort] = await freePorts(3);
  writeCredentials(files, apiPort);
  start("server", etcdArguments(files, `127.0.0.1:${etcdPort}`, `127.0.0.1:${peerPort}`));
  start("kube-apiserver", apiServerArguments(files, `127.0.0.1:${etcdPort}`, apiPort));
  await ready(files.log("kube-apiserver"), () => existsSync(files.certificate));
  const proxy = startProxy(path.join(programs, "kubectl"), files.kubeconfig);
  children.push(proxy);
  const api = kubernetesApi(await firstUrl(proxy));
  await ready(files.log("kube-apiserver"), () => isThere("/readyz"));
  start("kube-controller-manager", controllerArguments(files));
  start("kube-scheduler", ["--kubeconfig", files.kubeconfig, ...SINGLE]);
  await ready(files.log("kube-controller-manager"), () =>
    isThere("/api/v1/namespaces/default/serviceaccounts/default"),
  );
  const env = {
    KUBECONFIG: files.kubeconfig,
    VEIL_TEST_KUBERNETES: files.kubeconfig,
    PATH: `${programs}${path.delimiter}${process.env.PATH}`,
  };
  return { api, env, kubectl: path.join(programs, "kubectl"), stop: () => stopAll(children) };
}

function filesIn(folder) {
  return {
    folder,
    data: path.join(folder, "etcd"),
    key: path.join(folder, "accounts.key"),
    tokens: path.join(folder, "tokens.csv"),
    kubeconfig: path.join(folder, "kubeconfig"),
    // The API server makes it.
    certificate: path.join(folder, "apiserver.crt"),
    log: (name) => path.join(folder, `${name}.log`),
  };
}

function writeCredentials({ key, tokens, kubeconfig, certificate }, apiPort) {
  const token = randomBytes(24).toString("hex");
  const { status, stderr, error } = spawnSync("openssl", ["genrsa", "-out", key, "2048"]);
  if (status !== 0) throw new Error(`openssl has made no key: ${error?.message ?? stderr}`);
  writeFileSync(tokens, `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  const configuration = JSON.stringify(kubeconfigFor(apiPort, certificate, token));
  writeFileSync(kubeconfig, configuration, { mode: 0o600 });
}

function etcdArguments({ data }, clients, peers) {
  return [
    ...["--data-dir", data, "--unsafe-no-fsync", "--log-level", "warn"],
    ...[
      "--listen-client-urls",
      `http://${clients}`,
      "--advertise-client-urls",
      `http://${clients}`,
    ],
    ...["--listen-peer-urls", `http://${peers}`, "--initial-cluster", `default=http://${peers}`],
    ...["--initial-advertise-peer-urls", `http://${peers}`],
  ];
}

function apiServerArguments({ folder, tokens, key }, etcd, port) {
  return [
    ...["--etcd-servers", `http://${etcd}`],
    ...["--bind-address", "127.0.0.1", "--secure-port", String(port)],
    ...["--cert-dir", folder, "--token-auth-file", tokens],
    // An address outside this machine, because the API refuses loopback addresses as endpoints.
    ...["--advertise-address", "192.0.2.1", "--endpoint-reconciler-type", "none"],
    ...["--service-cluster-ip-range", SERVICES, "--authorization-mode", "RBAC"],
    ...["--service-account-issuer", "https://kubernetes.default.svc"],
    ...["--service-account-signing-key-file", key, "--service-account-key-file", key],
    ...["--default-unreachable-toleration-seconds", UNREACHABLE_S],
    ...["--default-not-ready-toleration-seconds", UNREACHABLE_S],
  ];
}

function controllerArguments({ kubeconfig, key, certificate }) {
  return [
    ...["--kubeconfig", kubeconfig, "--service-account-private-key-file", key, ...SINGLE],
    ...["--root-ca-file", certificate, "--node-monitor-grace-period", "20s"],
    ...["--horizontal-pod-autoscaler-sync-period", "2s"],
  ];
}

function kubeconfigFor(port, authority, token) {
  const server = `https://127.0.0.1:${port}`;
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster: { server, "certificate-authority": authority } }],
    users: [{ name: "admin", user: { token } }],
    contexts: [{ name: "test", context: { cluster: "test", user: "admin" } }],
    "current-context": "test",
  };
}

function startProgram(program, args, log) {
  const output = openSync(log, "w", 0o600);
  const child = spawn(program, args, { stdio: ["ignore", output, output] });
  closeSync(output);
  return child;
}

/** Starts a proxy that adds the credentials to requests, so that Node's `fetch` can send them. */
function startProxy(kubectl, kubeconfig) {
  return spawn(kubectl, ["proxy", "--port=0"], {
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function firstUrl({ stdout }) {
  const [line] = await once(createInterface({ input: stdout }), "line");
  return `http://${/127\.0\.0\.1:\d+/.exec(line)?.[0]}`;
}

async function ready(log, probe) {
  const deadline = Date.now() + START_MS;
  while (!(await probe())) {
    if (Date.now() > deadline)
      throw new Error(`Not ready after ${START_MS} ms: ${readFileSync(log, "utf8").slice(-2_000)}`);
    await setTimeout(TRY_MS);
  }
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

function killAll(children) {
  for (const child of children) child.kill("SIGKILL");
}

async function stopAll(children) {
  const running = children.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  );
  const ended = running.map((child) => once(child, "exit"));
  killAll(running);
  await Promise.all(ended);
}
