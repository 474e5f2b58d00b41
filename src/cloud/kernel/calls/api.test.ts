import { text as textOf } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { defineCall, defineResource } from "../../../../resources/declare/define.ts";
import { id, text } from "../../../../resources/declare/fields.ts";
import { errors } from "../../../../resources/declare/errors.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { resourceRoutes } from "./resource-routes.ts";
import { route } from "./route.ts";

const notes = defineResource({
  name: "notes",
  title: "Notes",
  access: "HOSTING",
  members: ["list"],
  routes: {},
  calls: { list: "GET $hosting/notes", create: "POST $hosting/notes", delete: "DELETE $hosting/notes/{id}" },
  fields: { id: id(), title: text("Title", { min: 1, max: 5 }) },
  create: ["title"],
});
const open = defineCall("GET $hosting/open", {
  summary: "Anyone may.",
  can: "anyone",
  query: z.object({ count: z._default(z.coerce.number().check(z.int()), 1) }),
  reply: z.object({ count: z.int(), origin: z.string() }),
});
const broken = defineCall("GET $hosting/broken", { summary: "Fails.", can: "anyone", reply: z.null() });
const wrong = defineCall("GET $hosting/wrong", { summary: "Lies.", can: "anyone", reply: z.object({ a: z.string() }) });
const nested = defineCall("POST $hosting/nested", {
  summary: "Takes lists.",
  can: "anyone",
  body: z.object({ env: z.array(z.object({ key: z.string(), value: z.string() })) }),
  reply: z.null(),
});
const streamed = defineCall("PUT $hosting/streamed", {
  summary: "Reads bytes.",
  can: "person",
  stream: true,
  reply: z.object({ length: z.int() }),
});

const secret = "password=hunter2 at /home/someone";

let web: TestWeb;
beforeAll(async () => {
  web = await testWeb({
    resources: [notes],
    calls: [open, broken, wrong, nested, streamed],
    routes: [
      ...resourceRoutes(notes, {
        list: async () => ({ items: [], total: 0 }),
        create: async ({ body }) => ({ id: crypto.randomUUID(), ...body }),
        delete: async () => null,
      }),
      route(open, async ({ query, origin }) => ({ count: query.count, origin })),
      route(broken, async () => Promise.reject(new Error(secret))),
      route(wrong, async () => ({ b: secret }) as never),
      route(nested, async () => null),
      route(streamed, async ({ stream }) => ({ length: (await textOf(stream)).length })),
    ],
  });
});

const createNote = (token: string, title: unknown) => web.call("POST /api/hosting/notes", { token, body: { title } });

describe("a declared call", () => {
  it("answers { code: 200, message, data }", async () => {
    const answer = await web.call("GET /api/hosting/open?count=3");
    expect(answer.body).toEqual({ code: 200, message: "OK", data: { count: 3, origin: web.url } });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("accepts a trusted proxy's scheme only if it is http or https", async () => {
    const { host } = new URL(web.url);
    for (const [scheme, origin] of [
      ["javascript", `http://${host}`],
      ["HTTPS", `https://${host}`],
      ["ftp, wss", `http://${host}`],
    ] as const) {
      const { body } = await web.call("GET /api/hosting/open", { headers: { "x-forwarded-proto": scheme } });
      expect(body.data).toMatchObject({ origin });
    }
  });

  it("is rejected without a token, and undeclared calls are not found: deny by default", async () => {
    expect((await web.call("GET /api/hosting/notes")).body).toEqual({
      code: "UNAUTHORIZED",
      message: errors.UNAUTHORIZED.message,
    });
    for (const line of ["GET /api/hosting/nothing", "PATCH /api/hosting/notes", "PUT /api/hosting/open"]) {
      expect((await web.call(line)).body.code).toBe("NOT_FOUND");
    }
  });

  it("is rejected for members without access and allowed for others", async () => {
    const [owner, member] = [await web.signIn(), await web.signIn()];
    await web.database.db
      .insertInto("membership")
      .values({ team_id: owner.teamId, person_id: member.userId, type: "COLLABORATION", access: ["HOSTING"] })
      .execute();
    const token = await web.auth.teamToken({
      authorization: member.accessToken,
      teamId: owner.teamId,
      tokenVersion: 1,
    });
    expect((await web.call("GET /api/hosting/notes", { token })).status).toBe(200);
    expect((await createNote(token, "a")).body).toEqual({ code: "FORBIDDEN", message: errors.FORBIDDEN.message });
  });

  it("reports each message with its field: 422", async () => {
    const { accessToken } = await web.signIn();
    const answers = [
      await createNote(accessToken, "too long"),
      await createNote(accessToken, undefined),
      await web.call("POST /api/hosting/notes", { token: accessToken, body: { title: "a", owner: "me" } }),
      await web.call("POST /api/hosting/notes", { token: accessToken }),
      await createNote(accessToken, "a\0b"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(answers.slice(0, 4).map(({ body }) => body.data)).toEqual([
      { title: ["Title: 5 characters maximum."] },
      { title: ["Title is required."] },
      { owner: ["This field does not exist."] },
      { title: ["Title is required."] },
    ]);
    const lists = await web.call("POST /api/hosting/nested", {
      body: { env: [{ key: "A", value: "1" }, { key: "B" }] },
    });
    expect(lists.body.data).toEqual({ "env.1.value": ["This field is required."] });
    expect((await web.call("GET /api/hosting/open?count=x")).status).toBe(422);
    expect((await web.call("GET /api/hosting/open?count=1&count=2")).status).toBe(422);
  });

  it("rejects malformed and oversized JSON in the same format", async () => {
    const { accessToken } = await web.signIn();
    const post = (body: string, type = "application/json") =>
      fetch(`${web.url}/api/hosting/notes`, {
        method: "POST",
        body,
        headers: { "content-type": type, authorization: accessToken },
      });
    const answers = [
      await post("{"),
      await post("a=b", "text/plain"),
      await post('{"__proto__":{}}'),
      await post(`"${"x".repeat(1.1e6)}"`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 413]);
    expect(await answers[0]!.json()).toEqual({ code: "BODY_INVALID", message: errors.BODY_INVALID.message });
  });

  it("logs internal errors without exposing them, under the ID that the caller sees", async () => {
    const before = web.faults.length;
    for (const line of ["GET /api/hosting/broken", "GET /api/hosting/wrong"]) {
      const answer = await web.call(line);
      const requestId = answer.headers.get("x-request-id");
      expect([answer.status, answer.body]).toEqual([
        500,
        { code: "INTERNAL", message: errors.INTERNAL.message, requestId },
      ]);
      expect(web.logged.some((text) => text.includes(`"requestId":"${requestId}"`) && text.includes("500"))).toBe(true);
    }
    expect(web.faults.slice(before).map(String)).toEqual([
      `Error: ${secret}`,
      expect.stringContaining(`The reply of "GET $hosting/wrong" doesn't match its schema. a: `),
    ]);
    expect(web.logged.join("")).toContain("hunter2");
  });

  it("with a stream receives bytes of any type as they arrive", async () => {
    const { accessToken } = await web.signIn();
    const response = await fetch(`${web.url}/api/hosting/streamed`, {
      method: "PUT",
      body: "{not json",
      headers: { "content-type": "application/json", authorization: accessToken },
    });
    expect(await response.json()).toMatchObject({ data: { length: 9 } });
  });
});

describe("the registry", () => {
  it("prevents the server from starting if a declared call has no handler or a handler no declaration", async () => {
    await expect(testWeb({ calls: [open] })).rejects.toThrow("Calls without a handler: GET $hosting/open");
    await expect(testWeb({ routes: [route(open, async () => ({ count: 1, origin: "" }))] })).rejects.toThrow(
      "Handlers without a declared call: GET $hosting/open",
    );
  });
});
