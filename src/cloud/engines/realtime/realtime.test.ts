import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "pg";
import { pino } from "pino";
import { io, type Socket } from "socket.io-client";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { openRealtime } from "./open.ts";
import type { SocketAuth, SocketOwner } from "./realtime.ts";
import { patience } from "../../../../tests/support/patience.ts";

const log = pino({ level: "silent" });
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

const owners: Record<string, SocketOwner> = {
  "token-a": { userId: "ann", teamId: "team-a", receives: ["PROJECT_BUILD"] },
  "token-b": { userId: "bob", teamId: "team-b", receives: ["PROJECT_BUILD"] },
};
const authByToken: SocketAuth = async (token) => owners[token];

const cloud = async (role: ("web" | "worker")[] = ["web", "worker"], authenticate = authByToken) => {
  const realtime = await openRealtime({ DATABASE_URL: undefined, ROLE: role }, database, log);
  const server = createServer((_request, response) => void response.end("the application"));
  realtime.attach(server, authenticate, "broadcast");
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atFileEnd(async () => {
    await realtime.close();
    server.closeAllConnections();
    server.close();
  });
  return { realtime, url };
};

const socketTo = (url: string, authorization: string, transports = ["websocket", "polling"]): Socket => {
  const socket = io(url, { query: { authorization }, transports, reconnection: false });
  atFileEnd(async () => void socket.disconnect());
  return socket;
};
const connected = async (socket: Socket): Promise<Socket> => {
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
};
const next = (socket: Socket, event: string) => new Promise((resolve) => socket.once(event, resolve));

describe("sockets", () => {
  it("are admitted by the token in their authorization query, with or without Bearer, on both transports", async () => {
    const { url } = await cloud();
    await connected(socketTo(url, "token-a"));
    await connected(socketTo(url, "Bearer token-a"));
    await connected(socketTo(url, "token-a", ["polling"]));
    await expect(connected(socketTo(url, "stolen"))).rejects.toMatchObject({ data: { code: "UNAUTHORIZED" } });
    await expect(connected(socketTo(url, ""))).rejects.toMatchObject({ data: { code: "UNAUTHORIZED" } });
    expect(await (await fetch(url)).text()).toBe("the application");
  });

  it("receive PROJECT_BUILD only for their team and notices only for their user", async () => {
    const { url, realtime } = await cloud();
    const [ann, bob] = [await connected(socketTo(url, "token-a")), await connected(socketTo(url, "token-b"))];
    const received: unknown[] = [];
    bob.onAny((event: string, payload: unknown) => received.push([event, payload]));
    const build = next(ann, "PROJECT_BUILD");
    realtime.toTeam("team-a", "PROJECT_BUILD", { name: "build_success" });
    expect(await build).toEqual({ name: "build_success" });
    realtime.toUser("ann", "updateUser", {});
    const last = next(bob, "updateTeam");
    realtime.toUser("bob", "updateTeam", { teamId: "team-b" });
    await last;
    expect(received).toEqual([["updateTeam", { teamId: "team-b" }]]);
  });

  it("all receive a broadcast", async () => {
    const { url, realtime } = await cloud();
    const [ann, bob] = [await connected(socketTo(url, "token-a")), await connected(socketTo(url, "token-b"))];
    const received = Promise.all([next(ann, "broadcast"), next(bob, "broadcast")]);
    realtime.toAll("broadcast", {});
    expect(await received).toEqual([{}, {}]);
  });

  it("receive events from another process, whatever their length", async () => {
    const { url } = await cloud(["web"]);
    const worker = await openRealtime({ DATABASE_URL: undefined, ROLE: ["worker"] }, database, log);
    atFileEnd(worker.close);
    const socket = await connected(socketTo(url, "token-a"));
    const long = { content: "x".repeat(50_000) };
    const got: unknown[] = [];
    socket.on("PROJECT_BUILD", (payload: unknown) => got.push(payload));
    await vi.waitFor(() => {
      // The other process listens a moment after opening; earlier events are lost.
      worker.toTeam("team-a", "PROJECT_BUILD", long);
      expect(got[0]).toEqual(long);
    }, patience);
  });

  it("receive no team event that their owner has no access to", async () => {
    const auditor: SocketAuth = async () => ({ userId: "eve", teamId: "team-a", receives: ["updateTeam"] });
    const { url, realtime } = await cloud(["web", "worker"], auditor);
    const socket = await connected(socketTo(url, "any"));
    const received: string[] = [];
    socket.onAny((event: string) => received.push(event));
    realtime.toTeam("team-a", "PROJECT_BUILD", { name: "build_success" });
    const last = next(socket, "updateTeam");
    realtime.toTeam("team-a", "updateTeam", {});
    await last;
    expect(received).toEqual(["updateTeam"]);
  });

  it("change rooms or close when their owner's permissions are rechecked", async () => {
    let owner: SocketOwner | undefined = { userId: "eve", teamId: "team-a", receives: [] };
    const { url, realtime } = await cloud(["web", "worker"], async () => owner);
    const socket = await connected(socketTo(url, "any"));
    owner = { ...owner, receives: ["PROJECT_BUILD"] };
    realtime.recheck("eve");
    const got: unknown[] = [];
    socket.on("PROJECT_BUILD", (payload: unknown) => got.push(payload));
    await vi.waitFor(() => {
      realtime.toTeam("team-a", "PROJECT_BUILD", { name: "log" });
      expect(got[0]).toEqual({ name: "log" });
    }, patience);
    owner = undefined;
    const closed = next(socket, "disconnect");
    realtime.recheck("eve");
    expect(await closed).toBe("io server disconnect");
  });

  it("are rechecked in other processes too, where signals also arrive", async () => {
    let owner: SocketOwner | undefined = { userId: "eve" };
    const { url, realtime } = await cloud(["web"], async () => owner);
    const worker = await openRealtime({ DATABASE_URL: undefined, ROLE: ["worker"] }, database, log);
    atFileEnd(worker.close);
    const socket = await connected(socketTo(url, "any"));
    const closed = next(socket, "disconnect");
    const signalled = new Promise((resolve) => realtime.onSignal("forget", resolve));
    // Events sent before the other process listens are lost.
    const timer = setInterval(() => worker.signal("forget", "project 1"), 50);
    expect(await signalled).toBe("project 1");
    clearInterval(timer);
    owner = undefined;
    worker.recheck("eve");
    expect(await closed).toBe("io server disconnect");
  });

  it("reconnect after the database ended every connection, and reload what they missed", async () => {
    let owner: SocketOwner | undefined = { userId: "eve", teamId: "team-a", receives: ["PROJECT_BUILD"] };
    const { url, realtime } = await cloud(["web"], async () => owner);
    const worker = await openRealtime({ DATABASE_URL: undefined, ROLE: ["worker"] }, database, log);
    atFileEnd(worker.close);
    const socket = await connected(socketTo(url, "any"));
    let caughtUp = 0;
    realtime.onSignal("forget", () => void (caughtUp += 1));
    const got: unknown[] = [];
    socket.on("PROJECT_BUILD", (payload: { round: number }) => got.push(payload.round));
    for (let round = 1; round <= 4; round += 1) {
      await vi.waitFor(() => {
        worker.toTeam("team-a", "PROJECT_BUILD", { round });
        expect(got).toContain(round);
      }, patience);
      caughtUp = 0;
      await database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      await vi.waitFor(() => expect(caughtUp).toBe(1), patience);
    }
    const closed = next(socket, "disconnect");
    owner = undefined;
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    expect(await closed).toBe("io server disconnect");
  });

  it("receive an event sent while the connection was broken, once and in order", async () => {
    const { url } = await cloud(["web"]);
    const worker = await openRealtime({ DATABASE_URL: undefined, ROLE: ["worker"] }, database, log);
    atFileEnd(worker.close);
    const socket = await connected(socketTo(url, "token-a"));
    const got: number[] = [];
    socket.on("PROJECT_BUILD", (payload: { n: number }) => got.push(payload.n));
    await vi.waitFor(() => {
      worker.toTeam("team-a", "PROJECT_BUILD", { n: 0 });
      expect(got).toContain(0);
    }, patience);
    got.length = 0;
    // Terminates only the worker's sender; the other process keeps listening.
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'SELECT pg_notify%'",
    );
    for (let n = 1; n <= 20; n += 1) worker.toTeam("team-a", "PROJECT_BUILD", { n });
    await vi.waitFor(() => expect(got.filter((n) => n > 0)).toHaveLength(20), patience);
    expect(got.filter((n) => n > 0)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it("receive an event whose sender found its connection closed", async () => {
    const { url } = await cloud(["web"]);
    const worker = await openRealtime({ DATABASE_URL: undefined, ROLE: ["worker"] }, database, log);
    atFileEnd(worker.close);
    const socket = await connected(socketTo(url, "token-a"));
    const got: number[] = [];
    socket.on("PROJECT_BUILD", (payload: { n: number }) => got.push(payload.n));
    // A socket connects before its process listens to the database, so send until the first event arrives.
    await vi.waitFor(() => {
      worker.toTeam("team-a", "PROJECT_BUILD", { n: 0 });
      expect(got).toContain(0);
    }, patience);
    const broken = vi.spyOn(Pool.prototype, "query");
    broken.mockImplementationOnce(() => Promise.reject(Object.assign(new Error("write EPIPE"), { code: "EPIPE" })));
    worker.toTeam("team-a", "PROJECT_BUILD", { n: 1 });
    await vi.waitFor(() => expect(got).toContain(1), patience);
    expect(broken).toHaveBeenCalled();
    broken.mockRestore();
  });

  it("are closed by the next check after their token expires", async () => {
    let good = true;
    const { url, realtime } = await cloud(["web", "worker"], async () => (good ? { userId: "ann" } : undefined));
    const socket = socketTo(url, "any", ["polling"]);
    await connected(socket);
    const [told, closed] = [next(socket, "broadcast"), next(socket, "disconnect")];
    good = false;
    await realtime.recheckAll();
    expect(await told).toEqual({});
    expect(await closed).toBe("io server disconnect");
  });
});
