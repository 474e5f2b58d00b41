import { once } from "node:events";
import { request as ask, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it, test } from "vitest";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { testWeb } from "../../../../tests/support/server/web.ts";
import { createHandlerServer } from "../edge/server.ts";

const types: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  mjs: "application/javascript",
  old: "text/x-ecmascript",
  css: "Text/CSS;charset=utf-8",
  html: "text/html",
  png: "image/png",
};
const typeOf = (url = ""): string => types[url.split(".").at(-1)!] ?? "application/octet-stream";

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:60.0) Gecko/20100101 Firefox/60.0";

let port: number;
beforeAll(async () => {
  const server = createHandlerServer(() => undefined, {
    onFault: () => undefined,
    fronts: [
      {
        name: "gateway",
        addresses: [],
        servesHost: (host) => host.startsWith("site."),
        servesPath: (url) => /^\/ip[fn]s\//.test(url),
        headers: "all",
        hasScripts: true,
        // In the formats of the gateway and of the other handlers.
        handle: async ({ url }, response) => void response.writeHead(200, ["content-type", typeOf(url)] as never).end(),
      },
      {
        name: "s3",
        addresses: [],
        hasScripts: true,
        servesHost: (host) => host.startsWith("s3."),
        servesPath: (url) => url.startsWith("/s3/"),
        handle: async ({ url }, response) => void response.writeHead(200, { "Content-Type": typeOf(url) }).end(),
      },
    ],
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  port = (server.address() as AddressInfo).port;
  atFileEnd(async () => void server.close());
});

const get = (path: string, headers: Record<string, string> = {}): Promise<IncomingHttpHeaders> =>
  new Promise((resolve, reject) => {
    const pending = ask({
      port,
      host: "127.0.0.1",
      path,
      agent: false,
      headers: { host: "cloud.example", ...headers },
    });
    pending.on("error", reject).on("response", (response) => {
      response.resume();
      resolve(response.headers);
    });
    pending.end();
  });

describe.each(["/ipfs/x/", "/ipns/x/", "/s3/bucket/"])("user content at %s of the dashboard's host", (path) => {
  it("is never a script or style sheet for browsers that may show the dashboard, with or without Sec-Fetch headers", async () => {
    for (const name of ["a.js", "a.mjs", "a.old", "a.css"])
      for (const headers of [
        { "user-agent": browser },
        { "user-agent": browser, referer: "http://cloud.example/login" },
        { "sec-fetch-site": "same-origin" },
        { "sec-fetch-site": "same-origin", referer: "http://evil.example/" },
      ])
        expect((await get(path + name, headers as unknown as Record<string, string>))["content-type"]).toBe(
          "text/plain; charset=utf-8",
        );
  });

  it("keeps its type for SDKs and tools, signed or not, for other origins, and if it is not code", async () => {
    const elsewhere: Record<string, string>[] = [
      {},
      { "user-agent": "curl/8.14.1" },
      { "user-agent": browser, authorization: "AWS4-HMAC-SHA256 Credential=x" },
      { "user-agent": browser, "sec-fetch-site": "cross-site" },
      { "user-agent": browser, "sec-fetch-site": "none" },
      { "user-agent": browser, referer: "http://other.example/page" },
    ];
    for (const headers of elsewhere) expect((await get(`${path}a.js`, headers))["content-type"]).toBe(types.js);
    expect((await get(`${path}a.html`, { "user-agent": browser }))["content-type"]).toBe(types.html);
    expect((await get(`${path}a.png`, { "user-agent": browser }))["content-type"]).toBe(types.png);
  });
});

test("on dedicated hosts, content keeps its type", async () => {
  expect((await get("/a.js", { host: "site.example" }))["content-type"]).toBe(types.js);
  expect((await get("/a.css", { host: "s3.example" }))["content-type"]).toBe(types.css);
});

test("objects may be embedded anywhere and opened in a sandbox; they are never sniffed", async () => {
  expect(await get("/s3/bucket/a.png")).toMatchObject({
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    "cross-origin-opener-policy": "unsafe-none",
    "permissions-policy": expect.stringContaining("camera=()"),
  });
});

test("every response of the application has nosniff, COOP, CORP and Permissions-Policy, including errors", async () => {
  const web = await testWeb();
  const paths = ["/healthz", "/api/nothing", "/api/auth/user", "/missing", "/config.json"];
  for (const path of [...paths.map((each) => `GET ${each}`), ...paths.map((each) => `OPTIONS ${each}`)]) {
    const { headers } = await web.call(path);
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin-allow-popups");
    expect(headers.get("cross-origin-resource-policy"), path).toBe("same-origin");
    expect(headers.get("permissions-policy"), path).toContain("camera=()");
    expect(headers.get("strict-transport-security"), path).toBeNull();
  }
  const secure = await web.call("GET /healthz", { headers: { "x-forwarded-proto": "https" } });
  expect(secure.headers.get("strict-transport-security")).toBe("max-age=31536000");
});

test("IPv6 hosts and invalid hosts cause no internal error", async () => {
  const web = await testWeb();
  const at = Number(new URL(web.url).port);
  const status = (host: string, path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const pending = ask({ port: at, host: "127.0.0.1", path, agent: false, headers: { host } });
      pending.on("error", reject).on("response", (response) => (response.resume(), resolve(response.statusCode!)));
      pending.end();
    });
  for (const host of [`[::1]:${at}`, "[::1]", "[", "::1", "a b", "x:99999999", "%", "-", ""])
    for (const path of ["/config.json", "/api/auth/user", "/healthz"])
      expect(await status(host, path), `${host} ${path}`).toBeLessThan(500);
  expect(web.faults).toEqual([]);
});

test("/metrics requires the token if there is one, and always on a public server", async () => {
  const ask = async (settings: Record<string, string>, authorization?: string) => {
    const web = await testWeb({ settings });
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    return (await web.call("GET /metrics", { headers })).status;
  };
  const token = "a-token-of-16-or-more";
  expect(await ask({})).toBe(200);
  expect(await ask({ HOST: "0.0.0.0" })).toBe(401);
  expect(await ask({ PUBLIC_URL: "https://cloud.example" })).toBe(401);
  expect(await ask({ METRICS_TOKEN: token })).toBe(401);
  expect(await ask({ METRICS_TOKEN: token }, "Bearer wrong")).toBe(401);
  expect(await ask({ METRICS_TOKEN: token, HOST: "0.0.0.0" }, `Bearer ${token}`)).toBe(200);
});
