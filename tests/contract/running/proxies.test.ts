/** Runs the proxies of deploy/proxies in front of servers that report what reaches them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, request as requestPlain, type IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { atFileEnd } from "../../support/file-end.ts";
import { freePort } from "../../support/free-port.ts";
import { hasProgram } from "../../support/has-program.ts";
import { makeCertificate } from "../../support/hosting/pebble.ts";
import { root } from "../../support/hosting/source-files.ts";
import { patience } from "../../support/patience.ts";
import { temporaryFolder } from "../../support/server/cloud-process.ts";

const proxies = join(root, "deploy/proxies");
const site = "my-site.sites.example.net";

const webs = [1, 2];
const gateways = [3, 4];

interface Proxy {
  /** Of sites. */
  readonly port: number;
  /** Of the dashboard. */
  readonly url: string;
  /** Everything it printed or logged. */
  log(): Promise<string>;
}

describe.each([
  ["nginx", (): Promise<Proxy> => startNginx()],
  ["caddy", (): Promise<Proxy> => startCaddy()],
])("%s", (program, start) => {
  const isInstalled = hasProgram(program) && hasProgram("openssl");
  let proxy: Proxy;
  beforeAll(async () => {
    if (isInstalled) proxy = await start();
  });

  test.skipIf(!isInstalled)(
    "passes Host, the client's address and the scheme on, and keeps a client on one process",
    async () => {
      const seen = await Promise.all(Array.from({ length: 8 }, () => report(proxy.port)));
      expect(new Set(seen.map(({ process }) => process)).size).toBe(1);
      expect(seen[0]).toMatchObject({ host: `${site}:${proxy.port}`, forwardedFor: "127.0.0.1", scheme: "https" });
    },
  );

  test.skipIf(!isInstalled)(
    "sends the dashboard's host to the web processes, and all others to the gateways",
    async () => {
      const seen = await Promise.all(Array.from({ length: 8 }, () => reportOfDashboard(proxy.url)));
      const [process] = new Set(seen.map((each) => each.process));
      expect(webs).toContain(process);
      expect(new Set(seen.map((each) => each.process)).size).toBe(1);
      expect(gateways).toContain((await report(proxy.port)).process);
    },
  );

  test.skipIf(!isInstalled)("ignores an address that the client claims", async () => {
    expect(await report(proxy.port, { "x-forwarded-for": "192.0.2.7" })).toMatchObject({ forwardedFor: "127.0.0.1" });
  });

  test.skipIf(!isInstalled)("streams an upload before it is complete", async () => {
    const upload = request({ ...target(proxy.port, "/upload"), method: "POST" });
    upload.write("first");
    const [response] = (await once(upload, "response")) as [IncomingMessage];
    upload.end("last");
    expect(await text(response)).toBe("received first");
  });

  test.skipIf(!isInstalled)("connects websockets, and logs no query", async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${proxy.port}/socket.io/?authorization=secret-of-a-team`, {
      agent: new Agent({ servername: site, rejectUnauthorized: false }),
      headers: { host: site },
    });
    const [message] = (await once(socket, "message")) as [Buffer];
    expect(message.toString()).toBe("hello");
    socket.close();
    await once(socket, "close");
    expect(await proxy.log()).not.toContain("secret-of-a-team");
  });
});

const target = (port: number, path: string) => ({
  host: "127.0.0.1",
  port,
  path,
  servername: site,
  rejectUnauthorized: false,
  agent: false as const,
  headers: { host: `${site}:${port}` },
});

interface Report {
  readonly process: number;
  readonly host: string;
  readonly forwardedFor: string;
  readonly scheme: string;
}

const report = async (port: number, headers: Record<string, string> = {}): Promise<Report> => {
  const options = target(port, "/");
  const asked = request({ ...options, headers: { ...options.headers, ...headers } });
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return JSON.parse(await text(response)) as Report;
};

const reportOfDashboard = async (url: string): Promise<Report> => {
  const { protocol, host, port } = new URL(url);
  const options = { host: "127.0.0.1", port, headers: { host }, agent: false as const };
  const secure = { ...options, servername: site, rejectUnauthorized: false };
  const asked = protocol === "https:" ? request(secure) : requestPlain(options);
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return JSON.parse(await text(response)) as Report;
};

/** Starts a server that reports the headers it received, the first bytes of an upload, and greets websockets. */
const startUpstream = async (process: number): Promise<string> => {
  const server = createServer((incoming, reply) => {
    if (incoming.url === "/upload") {
      incoming.once("data", (chunk: Buffer) => reply.end(`received ${chunk.toString()}`));
      return;
    }
    const { host, "x-forwarded-for": forwardedFor, "x-forwarded-proto": scheme } = incoming.headers;
    reply.end(JSON.stringify({ process, host, forwardedFor, scheme }));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => socket.send("hello"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atFileEnd(async () => {
    sockets.close();
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Runs the unchanged file, except for addresses, ports and paths. */
const startNginx = async (): Promise<Proxy> => {
  const [folder, port] = [await certifiedFolder(), await freePort()];
  const processes = await Promise.all([...webs, ...gateways].map(startUpstream));
  const accessLog = join(folder, "access.log");
  const config = (await readFile(join(proxies, "nginx.conf"), "utf8"))
    .replaceAll(/10\.0\.0\.[12][12]:4040/g, () => processes.shift()!)
    .replaceAll(/^\s*listen \[::\].*\n/gm, "")
    .replace("listen 80 ", `listen 127.0.0.1:${await freePort()} `)
    .replace("listen 443 ", `listen 127.0.0.1:${port} `)
    .replaceAll("/etc/freehold/", `${folder}/`)
    .replace("/var/log/nginx/freehold.log", accessLog);
  await writeFile(join(folder, "nginx.conf"), config);
  const ownFiles = `daemon off; pid ${folder}/nginx.pid; error_log stderr;`;
  const printed = await startProgram(["nginx", "-p", folder, "-c", join(folder, "nginx.conf"), "-g", ownFiles], port, {
    // Debian's nginx is among the server programs.
    PATH: `${process.env["PATH"]}:/usr/sbin`,
  });
  const url = `https://cloud.example.com:${port}`;
  return { port, url, log: async () => printed() + (await readFile(accessLog, "utf8")) };
};

/** Runs the unchanged file, without the redirects from port 80. */
const startCaddy = async (): Promise<Proxy> => {
  const [folder, port] = [await certifiedFolder(), await freePort()];
  const config = (await readFile(join(proxies, "Caddyfile"), "utf8")).replace(
    "admin off",
    "admin off\n\tauto_https disable_redirects",
  );
  await writeFile(join(folder, "Caddyfile"), config);
  await mkdir(join(folder, "home"));
  const url = `http://cloud.example.com:${await freePort()}`;
  const addresses = async (processes: readonly number[]) => (await Promise.all(processes.map(startUpstream))).join(" ");
  const printed = await startProgram(
    ["caddy", "run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"],
    port,
    {
      HOME: join(folder, "home"),
      DASHBOARD_HOST: url,
      CONTENT_DOMAIN: `sites.example.net:${port}`,
      UPSTREAMS: await addresses(webs),
      GATEWAYS: await addresses(gateways),
      CERTIFICATE_FOLDER: folder,
    },
  );
  return { port, url, log: async () => printed() };
};

const certifiedFolder = async (): Promise<string> => {
  const folder = await temporaryFolder();
  makeCertificate(join(folder, "fullchain.pem"), join(folder, "key.pem"), "*.sites.example.net");
  return folder;
};

/** Starts a program and waits until it answers on `port`. Returns what it printed. */
const startProgram = async (
  [program, ...args]: readonly [string, ...string[]],
  port: number,
  env: Record<string, string>,
): Promise<() => string> => {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, "exit");
  atFileEnd(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  await vi.waitFor(async () => {
    if (child.exitCode !== null) throw new Error(printed);
    await report(port);
  }, patience);
  return () => printed;
};
