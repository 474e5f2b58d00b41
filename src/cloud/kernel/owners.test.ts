import { request } from "node:http";
import { once } from "node:events";
import { pino } from "pino";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { testDatabase, type TestDatabase } from "../../../tests/support/database/database.ts";
import { patience } from "../../../tests/support/patience.ts";
import type { Role } from "../config.ts";
import { RpcError } from "../engines/network/rpc-error.ts";
import { createLinkClient, openLinkServer, type LinkConfig } from "./owner-link.ts";
import { openOwners, type Owned, type Owners, type Owning } from "./owners.ts";

const SECRET_KEY = "the key of these processes 0123456789";
const link: LinkConfig = { INTERNAL_HOST: "127.0.0.1", INTERNAL_PORT: 0, SECRET_KEY };
const leaseMs = 800;
const log = pino({ level: "silent" });

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});

interface Running extends Owning {
  readonly owners: Owners;
  /** What it runs. */
  readonly runs: Set<string>;
}

/** Starts a process. What it owns answers with the process's name, in a transaction behind the fence. */
const start = async (
  WORKER_ID: string,
  roles: readonly Role[] = ["owner"],
  wanted: string[] = [],
): Promise<Running> => {
  const realtime = { signal: () => undefined, onSignal: () => undefined };
  const config = { ...link, ROLE: [...roles], WORKER_ID };
  const owners = await openOwners({ config, database, realtime, log, leaseMs, patienceMs: 3000 });
  onTestFinished(owners.close);
  const runs = new Set<string>();
  const owning = await owners.define({
    name: "lamp",
    wanted: async () => wanted,
    open: async (id, fence): Promise<Owned> => {
      runs.add(id);
      return {
        answer: async (asked: { readonly fails?: true }) => {
          if (asked.fails) throw new RpcError(-32_000, "The lamp is broken.", { volts: 3 });
          await database.db.transaction().execute(fence);
          return WORKER_ID;
        },
        close: async () => void runs.delete(id),
      };
    },
  });
  return { ...owning, owners, runs };
};

const holderOf = (name: string) =>
  database.db
    .selectFrom("owner_lease as l")
    .innerJoin("owner_process as p", "p.id", "l.holder")
    .select(["p.id", "p.name"])
    .where("l.name", "=", name)
    .executeTakeFirst();

test("a process without the role calls the owner, and receives its errors as they are", async () => {
  const [web, owner] = [await start("web", ["web"]), await start("owner")];
  expect(await web.isOwned("red")).toBe(false);
  expect(await web.call("red", {})).toBe("owner");
  expect(await web.isOwned("red")).toBe(true);
  expect([[...web.runs], [...owner.runs]]).toEqual([[], ["red"]]);
  await expect(web.call("red", { fails: true })).rejects.toMatchObject({
    name: "RpcError",
    code: -32_000,
    message: "The lamp is broken.",
    data: { volts: 3 },
  });
});

test("without an owner, a call fails with status 503", async () => {
  const web = await start("web", ["web"]);
  await expect(web.call("red", {})).rejects.toMatchObject({ code: "SERVER_BUSY", status: 503 });
});

test("an owner that stops hands over at once", async () => {
  const [web, first] = [await start("web", ["web"]), await start("first")];
  await web.call("red", {});
  const second = await start("second");
  await first.owners.close();
  expect(await database.db.selectFrom("owner_process").select("name").execute()).toEqual([{ name: "second" }]);
  expect(await web.call("red", {})).toBe("second");
  expect([[...first.runs], [...second.runs]]).toEqual([[], ["red"]]);
});

test("a former owner's transactions fail, its calls go to the new owner, and it stops running what it lost", async () => {
  const [first, second] = [await start("first"), await start("second")];
  await first.call("red", {});
  const { name } = (await holderOf("lamp:red"))!;
  const [former, next] = name === "first" ? [first, second] : [second, first];
  const other = await database.db
    .selectFrom("owner_process")
    .select(["id", "name"])
    .where("name", "<>", name)
    .executeTakeFirstOrThrow();
  // As the other one does once the lease has expired.
  await database.db.updateTable("owner_lease").set({ holder: other.id }).execute();
  expect(await former.call("red", {})).toBe(other.name);
  await vi.waitFor(() => expect([[...former.runs], [...next.runs]]).toEqual([[], ["red"]]), patience);
});

test("what has work to do is shared by the owners, without a call", async () => {
  const wanted = ["a", "b", "c", "d"];
  const ones = [await start("first", ["owner"], []), await start("second", ["owner"], [])];
  const third = await start("third", ["owner"], wanted);
  expect(third.runs.size).toBe(2);
  expect(ones.flatMap(({ runs }) => [...runs])).toEqual([]);
  await Promise.all(ones.map(({ owners }) => owners.close()));
  await vi.waitFor(() => expect([...third.runs].toSorted()).toEqual(wanted), patience);
});

describe("the internal connection", () => {
  const open = async (config: LinkConfig) => {
    const server = await openLinkServer(config, async (path, body) => ({ status: 200, body: { path, body } }));
    onTestFinished(server.close);
    return server;
  };
  const post = (config: LinkConfig, address: string) => {
    const client = createLinkClient(config);
    onTestFinished(client.close);
    return client.post(address, "/lamp%3Ared", { on: true }, new AbortController().signal);
  };
  const answered = { status: 200, body: { path: "/lamp:red", body: { on: true } } };

  test("answers a process with the same key, also while another key replaces it", async () => {
    const newer = { ...link, SECRET_KEY: "the newer key of these processes 01234", SECRET_KEY_OTHER: SECRET_KEY };
    const [one, other] = [await open(link), await open(newer)];
    expect(await post(link, one.address)).toEqual(answered);
    expect(await post(newer, one.address)).toEqual(answered);
    expect(await post(link, other.address)).toEqual(answered);
  });

  test("refuses another key, and anything but TLS", async () => {
    const { address } = await open(link);
    const wrong = { ...link, SECRET_KEY: "the key of another instance 0123456789" };
    await expect(post(wrong, address)).rejects.toMatchObject({ name: "LinkBroken", wasSent: false });
    const plain = request(`http://${address}/lamp`, { method: "POST" }).end("{}");
    expect(await once(plain, "error")).toMatchObject([{ code: "ECONNRESET" }]);
  });
});
