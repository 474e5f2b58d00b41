import { connect } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { defineCall } from "../../../../resources/declare/define.ts";
import { fieldErrorsMax, jsonDepthMax, largeBodyBytesMax } from "../../../../resources/limits.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { route } from "./route.ts";

const anything = { summary: "Takes anything.", can: "anyone", reply: z.null() } as const;
const small = defineCall("POST $hosting/small", { ...anything, body: z.unknown() });
const large = defineCall("POST $hosting/large", {
  ...anything,
  bodyBytesMax: largeBodyBytesMax,
  body: z.unknown(),
});
const strict = defineCall("POST $hosting/strict", {
  ...anything,
  body: z.strictObject({ names: z.optional(z.array(z.string())) }),
});
const limited = defineCall("POST $hosting/limited", { ...anything, perMinute: 2, body: z.object({}) });

let web: TestWeb;
beforeAll(async () => {
  const calls = [small, large, strict, limited];
  web = await testWeb({ calls, routes: calls.map((call) => route(call, async () => null)) });
});

const post = async (path: string, body: string): Promise<{ status: number; data: Record<string, string[]> }> => {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${web.url}/api/hosting/${path}`, { method: "POST", headers, body });
  const { data = {} } = (await response.json()) as { data?: Record<string, string[]> };
  return { status: response.status, data };
};

describe("a JSON body", () => {
  it("is at most 64 kB, unless the call declares more", async () => {
    const body = JSON.stringify("x".repeat(65 * 1024));
    expect([(await post("small", body)).status, (await post("large", body)).status]).toEqual([413, 200]);
  });

  it("is nested at most 64 levels, checked before parsing", async () => {
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect((await post("large", nested(jsonDepthMax))).status).toBe(200);
    expect((await post("large", `["${"[".repeat(500)}\\"[["]`)).status).toBe(200);
    const parse = JSON.parse;
    let parsed = 0;
    JSON.parse = (text: string, ...more) => {
      if (text.startsWith("[[[")) parsed += 1;
      return parse(text, ...more) as unknown;
    };
    try {
      expect((await post("large", nested(jsonDepthMax + 1))).status).toBe(400);
      expect((await post("large", "[".repeat(800_000))).status).toBe(400);
    } finally {
      JSON.parse = parse;
    }
    expect(parsed).toBe(0);
  });

  it.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "with the key %s is rejected like any other unknown key",
    async (key) => {
      expect((await post("strict", `{"${key}":1}`)).status).toSatisfy((status) => status === 400 || status === 422);
      expect((await post("strict", `{"names":[{"${key}":{"prototype":1}}]}`)).status).toBeLessThan(500);
      expect(web.faults).toEqual([]);
    },
  );

  it("with many errors gets at most 20 messages", async () => {
    const { status, data } = await post("strict", JSON.stringify({ names: Array.from({ length: 1000 }, () => 1) }));
    expect([status, Object.values(data).flat().length]).toEqual([422, fieldErrorsMax]);
    const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, 1]));
    expect(Object.keys((await post("strict", JSON.stringify(unknown))).data).length).toBe(fieldErrorsMax);
  });

  it("is not read once the caller is over the rate limit", async () => {
    for (let count = 0; count < 2; count += 1) expect((await post("limited", "{}")).status).toBe(200);
    const socket = connect(Number(new URL(web.url).port), "127.0.0.1");
    // The body is never sent: only an early rejection is an answer.
    socket.write(
      "POST /api/hosting/limited HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n" +
        "content-length: 1000\r\n\r\n",
    );
    expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 429 /);
  });
});
