import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { io } from "socket.io-client";
import { beforeAll, describe, expect, it } from "vitest";
import { documents } from "../../../resources/operator/documents.ts";
import { runtimeConfig } from "../../../resources/runtime-config.ts";
import { temporaryFolder, testWeb, type TestWeb } from "../../../tests/support/server/web.ts";
import { documentRoutes } from "../operator/documents/routes.ts";
import { contentSecurityPolicy, framedBy } from "./security/content-security-policy.ts";

const inline = 'document.title = "early"';
const index = `<!doctype html><html><head><script>${inline}</script><script type="module" src="/assets/main-abc12345.js"></script></head></html>`;
const script = "export const answer = 42;".repeat(100);

let web: TestWeb;
beforeAll(async () => {
  const folder = await temporaryFolder();
  const [dist, docs] = [join(folder, "dist"), join(folder, "docs")];
  await mkdir(join(dist, "assets"), { recursive: true });
  await mkdir(docs);
  await writeFile(join(dist, "index.html"), index);
  await writeFile(join(dist, "service-worker.js"), "// worker");
  await writeFile(join(dist, ".sources"), "the hash of the sources");
  await writeFile(join(dist, "assets/main-abc12345.js"), script);
  await writeFile(join(dist, "assets/main-abc12345.js.br"), brotliCompressSync(script));
  await writeFile(join(docs, "operations.md"), "# Running a cloud\n\nText.");
  await writeFile(join(docs, "secret.txt"), "not for readers");
  web = await testWeb({
    dashboardDir: dist,
    docsDir: docs,
    calls: [documents],
    routes: documentRoutes(docs),
    readiness: { database: async () => undefined, blocks: () => Promise.reject(new Error("the disk is full")) },
    fronts: [
      {
        name: "gateway",
        addresses: [],
        servesHost: (host) => host.startsWith("site."),
        servesPath: (url) => /^\/ip[fn]s\//.test(url),
        handle: async (request, response) => void response.end(`content of ${request.headers.host}${request.url}`),
      },
      {
        name: "git",
        addresses: [],
        servesPath: (url) => url.startsWith("/git/"),
        handle: async (_request, response) => void response.end("git"),
      },
    ],
    settings: { LINK_CHAT: "https://chat.example" },
  });
});

const get = (path: string, headers: Record<string, string> = {}) => web.call(`GET ${path}`, { headers });
const page = { accept: "text/html,*/*;q=0.8" };

/** fetch() sets its own Host header; a socket does not. */
const rawGet = async (host: string, path: string): Promise<string> => {
  const socket = connect(Number(new URL(web.url).port), "127.0.0.1");
  socket.end(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  return text(socket);
};

describe("the dashboard", () => {
  it("is served for every page navigation, never for the API", async () => {
    for (const path of ["/", "/hosting/projects", "/index.html", "/boost?x=1"]) {
      expect((await get(path, page)).text).toBe(index);
    }
    expect((await get("/api/nothing", page)).body.code).toBe("NOT_FOUND");
    for (const path of ["/missing.js", "/assets/missing-abc12345.js", "/assets/", "/.sources"])
      expect((await get(path, { accept: "*/*" })).status, path).toBe(404);
    expect((await get("/assets/..%2f..%2fdocs%2fsecret.txt")).status).toBeGreaterThanOrEqual(400);
  });

  it("runs scripts and workers from /assets/ only, and the inline script by its hash", async () => {
    const { host } = new URL(web.url);
    const policy = (await get("/login", page)).headers.get("content-security-policy")!;
    const hash = createHash("sha256").update(inline).digest("base64");
    expect(policy).toContain(`script-src ${host}/assets/ 'wasm-unsafe-eval' 'sha256-${hash}';`);
    expect(policy).toContain(`worker-src ${host}/assets/ ${host}/service-worker.js blob:;`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self' ws: wss: blob: data:;");
    expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
  });

  it("lists all of its hosts in the policy, and the whole origin where browsers do not match IP addresses", () => {
    const scriptsAt = (...hosts: string[]) =>
      /script-src (.*) 'wasm-/.exec(contentSecurityPolicy("", { contentDomain: "localhost" }, { hosts }))![1];
    expect(scriptsAt("localhost:8080")).toBe("localhost:8080/assets/");
    expect(scriptsAt("127.0.0.1:80", "cloud.example")).toBe("127.0.0.1:80/assets/ cloud.example/assets/");
    expect(scriptsAt("cloud.example", "cloud.example")).toBe("cloud.example/assets/");
    for (const host of ["192.168.1.5:8080", "[::1]:8080", "", "a; script-src *", "*", "a b", "https://x", "x:99999999"])
      expect(scriptsAt(host), host).toBe("'self'");
    expect(scriptsAt()).toBe("'self'");
  });

  it("pages under /boost may be framed by the messaging app and the emulator, if enabled; no other page may be framed", async () => {
    const ancestorsOf = async (path: string) => {
      const { headers } = await get(path, page);
      const policy = headers.get("content-security-policy")!;
      return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers.get("x-frame-options")];
    };
    for (const path of ["/boost", "/boost/spin", "/boost?tgWebAppStartParam=x"])
      expect(await ancestorsOf(path)).toEqual(["https://web.telegram.org 'self'", null]);
    for (const path of ["/", "/boosted", "/billing", "/login?next=/boost", "/index.html", "/boost/../billing"])
      expect(await ancestorsOf(path)).toEqual(["'none'", "DENY"]);
    expect(framedBy("/boost", { hasEmulator: false })).toEqual(["https://web.telegram.org"]);
  });

  it("may read prices from the nodes of configured public chains", () => {
    const nodeUrls = ["https://polygon.example/rpc", "https://polygon.example/other", "https://base.example:8545"];
    const policy = contentSecurityPolicy("", { contentDomain: "localhost", nodeUrls });
    expect(policy).toContain(" data: https://polygon.example https://base.example:8545;");
  });

  it("caches hashed assets forever and revalidates pages and the service worker", async () => {
    const cacheOf = async (path: string) => (await get(path)).headers.get("cache-control");
    expect(await cacheOf("/assets/main-abc12345.js")).toBe("public, max-age=31536000, immutable");
    expect(await cacheOf("/service-worker.js")).toBe("no-cache");
    expect((await get("/", page)).headers.get("cache-control")).toBe("no-cache");
  });

  it("is sent precompressed to clients that accept brotli", async () => {
    const compressed = await get("/assets/main-abc12345.js", { "accept-encoding": "br" });
    expect([compressed.headers.get("content-encoding"), compressed.text]).toEqual(["br", script]);
    const plain = await get("/assets/main-abc12345.js", { "accept-encoding": "identity" });
    expect([plain.headers.get("content-encoding"), plain.text]).toEqual([null, script]);
    expect(plain.headers.get("content-type")).toContain("javascript");
  });

  it("shows instructions if it is not built", async () => {
    const bare = await testWeb();
    const answer = await bare.call("GET /", { headers: page });
    expect([answer.status, answer.text]).toEqual([503, expect.stringContaining("npm start")]);
  });

  it("leaves pages to the development server, if any", async () => {
    const dev = await testWeb({ development: (request, response) => void response.end(`vite ${request.url}`) });
    expect((await dev.call("GET /src/main.tsx")).text).toBe("vite /src/main.tsx");
    expect((await dev.call("GET /api/nothing")).body.code).toBe("NOT_FOUND");
  });
});

describe("endpoints for machines", () => {
  it("/config.json lists the public URLs", async () => {
    const { text: body } = await get("/config.json");
    const config = runtimeConfig.parse(JSON.parse(body));
    expect(config.bases).toMatchObject({ auth: "/api/auth", hosting: "/api/hosting" });
    expect(config.links.chat).toBe("https://chat.example");
    expect(config.chains).toEqual([]);
  });

  it("/healthz responds, and /readyz names what is not ready without the reason", async () => {
    expect((await get("/healthz")).status).toBe(200);
    const ready = await get("/readyz");
    expect([ready.status, JSON.parse(ready.text)]).toEqual([
      503,
      { ready: false, parts: { database: "ready", blocks: "not ready" } },
    ]);
    expect(ready.text).not.toContain("disk");
  });

  it("/metrics is Prometheus text, labeled by route and never by URL", async () => {
    await web.call("POST /api/auth/st/one-time-secret");
    const { text: metrics } = await get("/metrics");
    expect(metrics).toMatch(
      /http_request_duration_seconds_count\{method="POST",route="\/api\/auth\/st\/:stoken",status="401"\} 1/,
    );
    expect(metrics).toContain("process_cpu_seconds_total");
    expect(metrics).not.toContain("one-time-secret");
  });

  it("docs/*.md are listed and served unchanged, and no other file of the folder", async () => {
    const list = await get("/api/resource/docs");
    expect(list.body.data).toMatchObject({ items: [{ name: "operations", title: "Running a cloud" }] });
    expect((await get("/docs-source/operations.md")).text).toBe("# Running a cloud\n\nText.");
    for (const path of ["/docs-source/secret.txt", "/docs-source/..%2fdist%2findex.html"]) {
      expect((await get(path)).status, path).toBeGreaterThanOrEqual(400);
    }
  });

  it("hosts of user content and /ipfs/ reach the gateway, /git/ the Git host, and none of them the API", async () => {
    expect(await rawGet("site.localhost", "/api/auth/user")).toContain("content of site.localhost/api/auth/user");
    expect(await rawGet("localhost", "/ipfs/abc")).toContain("content of localhost/ipfs/abc");
    expect(await rawGet("localhost", "/git/team/site.git/info/refs")).toMatch(/git$/m);
    expect(await rawGet("localhost", "/api/auth/user")).toContain("UNAUTHORIZED");
    expect(await rawGet("b ad<>", "/api/auth/web3code/0x52908400098527886E0F7030069857D2E4169EE7")).toMatch(/40[03]/);
  });
});

it("closes with open sockets and notifies them", async () => {
  const closing = await testWeb();
  const { accessToken } = await closing.signIn();
  const opened = ["websocket", "polling"].map((transport) =>
    io(closing.url, { query: { authorization: accessToken }, transports: [transport], reconnection: false }),
  );
  const each = (event: string) =>
    Promise.all(opened.map((socket) => new Promise<void>((resolve) => socket.once(event, () => resolve()))));
  await each("connect");
  const disconnects = each("disconnect");
  await closing.app.close();
  await disconnects;
  expect(opened.map(({ connected }) => connected)).toEqual([false, false]);
});

it("secrets never reach the log", async () => {
  const { accessToken, refreshToken } = await web.signIn();
  const created = await web.call("POST /api/hosting/user/token/new", { token: accessToken, body: { name: "log" } });
  const { token } = created.body.data as { token: string };
  await web.call("POST /api/auth/refresh", { body: { refreshToken } });
  await get(`/socket.io/?EIO=4&transport=polling&authorization=${accessToken}`);
  await get(`/nothing?token=${accessToken}`, { authorization: `Bearer ${accessToken}` });
  const log = web.logged.join("");
  expect(log).toContain("/api/auth/st/:stoken");
  for (const secret of [accessToken, refreshToken, token]) expect(log).not.toContain(secret);
});
