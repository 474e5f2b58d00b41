/** How the server's port treats unusual, slow or hostile clients. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { ask } from "../../support/server/http.ts";
import { newOwner } from "../../support/account/owner.ts";

const host = "site.localhost";
const MiB = 1024 * 1024;
const film = "0123456".repeat(2 * MiB);

let cloud: TestCloud;
let owner: Awaited<ReturnType<typeof newOwner>>;
let projectId: string;

beforeAll(async () => {
  cloud = await testCloud();
  owner = await newOwner(cloud.url);
  projectId = await owner.site("site", {
    "index.html": "home",
    "a.txt": "a",
    "film.bin": film,
    _redirects: "/to/* /at/:splat 302\n/q to=:to /:to 302\n",
    _headers: "/*\n  X-Mine: 1\rInjected: 1\n/a.txt\n  X-Own: yes\n",
  });
});

/** Sends these exact bytes and returns the response, until the server closes. */
const say = async (bytes: string): Promise<string> => {
  const socket = connect(cloud.port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
};
const get = (path: string, more = ""): string => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
const last = "Connection: close\r\n";
const statuses = (answers: string): string[] => answers.match(/HTTP\/1\.1 \d+/g) ?? [];

describe("one connection", () => {
  it("carries many requests, sequential or pipelined, answered in order", async () => {
    const answers = await say(
      get("/a.txt") + get("/") + get("/missing") + get("/film.bin", "Range: bytes=0-3\r\n") + get("/a.txt", last),
    );
    expect(statuses(answers)).toEqual([200, 200, 404, 206, 200].map((status) => `HTTP/1.1 ${status}`));
    const bodies = ["\r\n\r\naHTTP", "\r\n\r\nhomeHTTP", "\r\n\r\n0123HTTP"].map((body) => answers.indexOf(body));
    expect(bodies).toEqual(bodies.toSorted((a, b) => a - b));
    expect(bodies[0]).toBeGreaterThan(0);
    expect(answers.endsWith("\r\n\r\na")).toBe(true);
  });

  it("an answer has a date, and no names of server programs", async () => {
    const answer = await say(get("/", last));
    expect(answer).toMatch(/^Date: /m);
    expect(answer).not.toMatch(/^(Server|X-Powered-By|Via):/im);
  });

  it("HTTP/1.0 without keep-alive is answered and closed", async () => {
    const answer = await say(`GET /a.txt HTTP/1.0\r\nHost: ${host}\r\n\r\n`);
    expect([statuses(answer), answer.endsWith("\r\n\r\na")]).toEqual([["HTTP/1.1 200"], true]);
  });

  it.each([
    ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
    [
      "a body that two headers measure differently",
      `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ["a header in two lines", `GET / HTTP/1.1\r\nHost: ${host}\r\nX-A: b\r\n c\r\n\r\n`, 400],
    ["an endless address", get(`/${"a".repeat(20_000)}`), 431],
    ["a line that is none", "\u0016\u0003\u0001\r\n\r\n", 400],
  ])("%s is refused", async (_, bytes, status) => {
    expect(statuses(await say(bytes))).toEqual([`HTTP/1.1 ${status}`]);
  });
});

describe("hostile addresses", () => {
  it.each(["/to/%0d%0aSet-Cookie:%20a=b", "/to/%E2%80%A8%0aX: 1".replaceAll(" ", "%20"), "/q?to=x%0d%0aSet-Cookie:a"])(
    "%s injects nothing into the headers",
    async (path) => {
      const { status, headers } = await ask(cloud.port, host, path);
      expect([status, headers["set-cookie"], headers.x]).toEqual([302, undefined, undefined]);
      expect(headers.location).toMatch(/^\/[\x21-\x7e]+$/);
    },
  );

  it("a site header with a line break is dropped, the others are sent", async () => {
    const { headers } = await ask(cloud.port, host, "/a.txt");
    expect([headers["x-own"], headers["x-mine"], headers.injected]).toEqual(["yes", undefined, undefined]);
  });

  it.each([
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2fetc%2fpasswd",
    "/a.txt%00.html",
    "//etc/passwd",
    "/./%5c..%5c",
  ])("%s returns no content", async (path) => {
    expect((await ask(cloud.port, host, path)).status).toBe(404);
  });

  it("//elsewhere redirects to no other host", async () => {
    for (const path of ["//evil.example", "//evil.example/%2e%2e", "/to//evil.example/", "/%5cevil.example"]) {
      const { headers } = await ask(cloud.port, host, path);
      expect(headers.location ?? "/").not.toMatch(/^\/[/\\]/);
    }
  });
});

describe("slow and impatient clients", () => {
  const startDownload = async (): Promise<Socket> => {
    const socket = connect(cloud.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(get("/film.bin"));
    await once(socket, "readable");
    return socket;
  };

  it("many clients that read nothing block no others, and only sent bytes are counted", async () => {
    const used = async (): Promise<number> =>
      (await owner.data<{ usedBandwidth: number }>(`GET /api/hosting/project/v3/detail/${projectId}`)).usedBandwidth;
    const before = await used();
    const sockets = await Promise.all(Array.from({ length: 60 }, startDownload));
    expect((await ask(cloud.port, host, "/film.bin")).body.length).toBe(film.length);
    expect((await ask(cloud.port, host, "/a.txt")).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(used).toBeGreaterThan(before + film.length + sockets.length * 1000);
    // Bytes in the system's buffers count as sent; the rest of the file does not.
    expect(await used()).toBeLessThan(before + sockets.length * film.length * 0.9);
  });

  it("aborted downloads leave the server unchanged", async () => {
    for (let round = 0; round < 30; round++) (await startDownload()).resetAndDestroy();
    const { status, body } = await ask(cloud.port, host, "/film.bin", {
      headers: { range: `bytes=${film.length - 4}-` },
    });
    expect([status, body.toString()]).toEqual([206, "3456"]);
  });

  it("no request caused a server error", () => {
    expect(cloud.faults).toEqual([]);
  });
});
