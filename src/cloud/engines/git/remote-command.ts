/** Runs Git against an external host, only through the local proxy and with limits of time, memory and size. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { repeat } from "../../kernel/repeat.ts";
import { bareHost, Refused, type Dial } from "../network/dial.ts";
import { createProxy, type Target } from "../network/proxy.ts";
import { killGroup } from "./kill-group.ts";
import { checkedAddress, RemoteError, type RemoteSource } from "./remote.ts";
import { gitEnvironment } from "./run-git.ts";

export interface RemoteCommand {
  readonly args: readonly string[];
  readonly source: RemoteSource;
  readonly timeoutMs: number;
  readonly outputBytesMax: number;
  /** Repository that Git fetches into, with its size limit. */
  readonly growing?: { readonly repository: string; readonly bytesMax: number };
}

const watchMs = 100;
const stderrBytesMax = 64 * 1024;
/** Address space of Git, which limits the memory for unpacking a hostile pack. */
const memoryKiB = 6 * 1024 * 1024;
const fileBlockBytes = 512;
const fileBytesMax = 64 * 1024 * 1024;

/** Returns Git's standard output. Throws `RemoteError`. */
export const runRemote = async (dial: Dial, command: RemoteCommand): Promise<string> => {
  const { source } = command;
  const address = checkedAddress(source.url);
  const secret = `git:${randomBytes(16).toString("hex")}`;
  let refusal: string | undefined;
  const proxy = createProxy({
    // Credentials are not sent to another host.
    dial: (target) =>
      source.credentials && !isAt(address, target)
        ? Promise.reject(new Refused(`${address.host} redirects to another host. Use the redirect's URL.`))
        : dial(target.host, target.port),
    onRefused: (message) => (refusal ??= message),
    credentials: secret,
  });
  proxy.server.listen(0, "127.0.0.1");
  await once(proxy.server, "listening");
  try {
    const { port } = proxy.server.address() as AddressInfo;
    const ended = await runLimited(command, `http://${secret}@127.0.0.1:${port}`);
    if (ended.code === 0) return ended.output;
    throw refusal === undefined ? explain(ended, address.hostname) : new RemoteError("refused", refusal);
  } finally {
    proxy.close();
  }
};

const isAt = ({ protocol, hostname, port }: URL, target: Target): boolean =>
  target.host === bareHost(hostname) && `${target.port}` === (port || (protocol === "https:" ? "443" : "80"));

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly stderr: string;
  readonly stopped: "too-large" | "too-slow" | undefined;
}

const runLimited = async (command: RemoteCommand, proxyUrl: string): Promise<Ended> => {
  const { args, source, timeoutMs, outputBytesMax, growing } = command;
  const limits = 'ulimit -f "$1"; ulimit -v "$2" 2>/dev/null; shift 2; exec git "$@"';
  const blocks = Math.ceil((growing?.bytesMax ?? fileBytesMax) / fileBlockBytes) + 1;
  const child = spawn("/bin/sh", ["-c", limits, "git", `${blocks}`, `${memoryKiB}`, ...args], {
    env: remoteEnvironment(source, proxyUrl),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let [output, stderr] = ["", ""];
  let stopped: Ended["stopped"];
  const stop = (why: "too-large" | "too-slow"): void => {
    stopped ??= why;
    killGroup(child.pid);
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (output.length > outputBytesMax) stop("too-large");
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr = (stderr + text).slice(-stderrBytesMax)));
  const clock = setTimeout(() => stop("too-slow"), timeoutMs);
  const stopWatching =
    growing &&
    repeat(watchMs, () => {
      void packedBytes(growing.repository).then((bytes) => bytes > growing.bytesMax && stop("too-large"));
    });
  try {
    const [code] = (await once(child, "close")) as [number | null];
    // The kernel ends a Git process that writes too large a file; its output still exists.
    if (code !== 0 && growing && (await packedBytes(growing.repository)) >= growing.bytesMax) stopped ??= "too-large";
    return { code, output, stderr, stopped };
  } finally {
    clearTimeout(clock);
    stopWatching?.();
    killGroup(child.pid);
  }
};

const remoteEnvironment = ({ credentials }: RemoteSource, proxyUrl: string): Record<string, string> => ({
  ...gitEnvironment({
    "http.proxy": proxyUrl,
    "http.proxyAuthMethod": "basic",
    "http.followRedirects": "initial",
    "http.extraHeader": credentials ? `Authorization: Basic ${basic(credentials)}` : "",
    "http.lowSpeedLimit": "100",
    "http.lowSpeedTime": "30",
    "credential.helper": "",
    // Keep packs packed: loose objects could be far larger than the transfer.
    "fetch.unpackLimit": "1",
    "fetch.recurseSubmodules": "false",
    "pack.threads": "1",
    "maintenance.auto": "false",
    "gc.auto": "0",
  }),
  ...certificates(),
});

const basic = ({ username, password }: NonNullable<RemoteSource["credentials"]>): string =>
  Buffer.from(`${username}:${password}`).toString("base64");

/** The system's certificate authorities, for hosts inside a company. */
const certificates = (): Record<string, string> =>
  Object.fromEntries(
    ["GIT_SSL_CAINFO", "SSL_CERT_FILE", "SSL_CERT_DIR"].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]] as const] : [],
    ),
  );

/** Returns the size of a repository's packs, finished or not. */
export const packedBytes = async (repository: string): Promise<number> => {
  const folder = join(repository, "objects", "pack");
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** Derives the problem from Git's messages, which LC_ALL keeps in English. */
const explain = ({ stderr, stopped }: Ended, host: string): RemoteError => {
  if (stopped === "too-large") return new RemoteError("too-large", `The repository at ${host} exceeds the size limit.`);
  if (stopped === "too-slow" || /Operation too slow/.test(stderr))
    return new RemoteError("too-slow", `Fetching from ${host} timed out. Try again.`);
  if (/could not read Username|Authentication failed|returned error: 40[13]/.test(stderr))
    return new RemoteError("login", `${host} requires a login. The repository is private or doesn't exist.`);
  if (/ not found$|returned error: 404/m.test(stderr))
    return new RemoteError("missing", `No repository found at this URL on ${host}.`);
  const reason = /^fatal: (.*)$/m.exec(stderr)?.[1] ?? "git exited without output";
  return new RemoteError("unreachable", `The repository could not be read from ${host}: ${reason}`);
};
