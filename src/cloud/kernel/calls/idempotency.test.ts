import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { defineCall } from "../../../../resources/declare/define.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import type { Trx } from "../../engines/database/database.ts";
import { AppError } from "../app-error.ts";
import { route } from "./route.ts";
import { once } from "./idempotency.ts";

const add = defineCall("POST $hosting/notes", {
  summary: "Writes a note.",
  can: "person",
  body: z.object({ title: z.string() }),
  reply: z.object({ id: z.string() }),
});
const keeping = defineCall("POST $hosting/keeping", {
  summary: "Refuses, but keeps what it wrote.",
  can: "person",
  body: z.object({ keep: z.boolean() }),
  reply: z.null(),
});

const effects: string[] = [];
const write = async (trx: Trx, title: string): Promise<void> => {
  await sql`insert into note (title) values (${title})`.execute(trx);
};

let web: TestWeb;
beforeAll(async () => {
  web = await testWeb({
    calls: [add, keeping],
    routes: [
      route(add, async ({ db, body, afterCommit }) => {
        afterCommit(() => void effects.push(body.title));
        await write(db, body.title);
        if (body.title === "boom") throw new Error("boom");
        return { id: crypto.randomUUID() };
      }),
      route(keeping, async ({ db, body }) => {
        await write(db, "kept");
        throw new AppError("LIMIT_REACHED", body.keep ? { keepsChanges: true } : {});
      }),
    ],
  });
  await sql`create table note (title text)`.execute(web.database.db);
});
beforeEach(async () => {
  effects.length = 0;
  await sql`truncate note`.execute(web.database.db);
});

const titles = async () => {
  const { rows } = await sql<{ title: string }>`select title from note order by title`.execute(web.database.db);
  return rows.map(({ title }) => title);
};
const createNote = (token: string, title: string, key?: string) =>
  web.call("POST /api/hosting/notes", {
    token,
    body: { title },
    ...(key && { headers: { "idempotency-key": key } }),
  });

describe("a mutating call", () => {
  it("is rolled back completely when it fails, without effects", async () => {
    const { accessToken } = await web.signIn();
    expect((await createNote(accessToken, "boom")).status).toBe(500);
    expect([await titles(), effects]).toEqual([[], []]);
  });

  it("commits its writes only if the error requires it", async () => {
    const { accessToken: token } = await web.signIn();
    expect((await web.call("POST /api/hosting/keeping", { token, body: { keep: false } })).status).toBe(409);
    expect(await titles()).toEqual([]);
    expect((await web.call("POST /api/hosting/keeping", { token, body: { keep: true } })).status).toBe(409);
    expect(await titles()).toEqual(["kept"]);
  });

  it("runs once for 32 concurrent requests with the same Idempotency-Key, and all get its reply", async () => {
    const { accessToken } = await web.signIn();
    const key = crypto.randomUUID();
    const twins = await Promise.all(Array.from({ length: 32 }, () => createNote(accessToken, "twin", key)));
    expect(new Set(twins.map(({ text: reply }) => reply)).size).toBe(1);
    expect(twins[0]!.status).toBe(200);
    expect([await titles(), effects]).toEqual([["twin"], ["twin"]]);
    expect(twins.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(31);
  });

  it("runs once even if duplicates reach different processes", async () => {
    const repeatable = { scope: "team x", key: "shared", request: "POST /notes" };
    const work = async (trx: Trx) => {
      await write(trx, "twin");
      return crypto.randomUUID();
    };
    const twins = await Promise.all(
      Array.from({ length: 6 }, () =>
        web.database.db.transaction().execute((trx) => once(trx, repeatable, () => work(trx))),
      ),
    );
    expect(new Set(twins.map(({ reply }) => reply)).size).toBe(1);
    expect(twins.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await titles()).toEqual(["twin"]);
  });

  it("with a key of another request is rejected", async () => {
    const { accessToken } = await web.signIn();
    const key = crypto.randomUUID();
    await createNote(accessToken, "one", key);
    expect((await createNote(accessToken, "two", key)).body.code).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(await titles()).toEqual(["one"]);
  });

  it("of another team may use the same key", async () => {
    const [first, second] = [await web.signIn(), await web.signIn()];
    await createNote(first.accessToken, "one", "same");
    expect((await createNote(second.accessToken, "two", "same")).status).toBe(200);
    expect(await titles()).toEqual(["one", "two"]);
  });

  it("can be retried with its key after a failure", async () => {
    const { accessToken } = await web.signIn();
    expect((await createNote(accessToken, "boom", "again")).status).toBe(500);
    expect((await createNote(accessToken, "fine", "again")).status).toBe(200);
  });

  it("runs again with the same key after a day", async () => {
    const { accessToken } = await web.signIn();
    await createNote(accessToken, "a", "daily");
    await web.database.db
      .updateTable("idempotent_reply")
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    await createNote(accessToken, "b", "daily");
    expect(await titles()).toEqual(["a", "b"]);
  });

  it("without a key runs each time", async () => {
    const { accessToken } = await web.signIn();
    await createNote(accessToken, "a");
    await createNote(accessToken, "a");
    expect(await titles()).toEqual(["a", "a"]);
  });

  it("rejects keys longer than 255 characters", async () => {
    const { accessToken } = await web.signIn();
    expect((await createNote(accessToken, "a", "k".repeat(256))).status).toBe(422);
  });
});
