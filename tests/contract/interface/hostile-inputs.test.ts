/** Inputs that no screen sends, to every declared call: each gets a clear error, and none causes a crash. */
import { randomInt, randomUUID } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aliases } from "../../../resources/declare/aliases.ts";
import { calls } from "../../../resources/calls.ts";
import type { UserInfo } from "../../../resources/account/session.ts";
import type { Team } from "../../../resources/account/teams/teams.ts";
import type { CallSpec } from "../../../resources/declare/define.ts";
import { everyCall, parseCall } from "../../../resources/declare/endpoints.ts";
import { bodyBytesMax } from "../../../resources/limits.ts";
import { resources } from "../../../resources/index.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { newOwner } from "../../support/account/owner.ts";
import { fieldPaths, sample, withField } from "../../support/hosting/sample.ts";

/** Values that no field accepts, in addition to wrong types. */
const hostileValues: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  [],
  {},
  [[["deep"]]],
  { toString: "x", constructor: { prototype: { polluted: true } } },
  "",
  "\0",
  "\ud800",
  "x".repeat(100_000),
  "'; drop table person; --",
  "<img src=x onerror=alert(1)>",
  "../../../../etc/passwd",
  '=HYPERLINK("http://evil.example")',
  "🏴‍☠️".repeat(50),
];

const hostileQueries = ["", "-1", "1e99", "NaN", "\0", "%", "a,b", "x".repeat(5000), "' or 1=1 --", "9".repeat(40)];

/** How many of the values each field gets, in turns, so that every value is sent many times. All of them in the soak tests. */
const perField = process.env.SOAK ? hostileValues.length : 3;

let turn = 0;
const inTurns = <Value>(values: readonly Value[]): Value[] => {
  const count = Math.min(perField, values.length);
  turn += count;
  return Array.from({ length: count }, (_, n) => values[(turn + n) % values.length]!);
};

/** Bodies that are not objects, or not JSON. */
const rawBodies = [
  "",
  "null",
  "[]",
  "7",
  '"text"',
  "{",
  '{"a":',
  "\u0000",
  "[".repeat(50_000),
  '{"__proto__":{"operator":true}}',
];

type Owner = Awaited<ReturnType<typeof newOwner>>;

const declared = everyCall({ resources, calls });
const taking = declared.filter(({ call, stream }) => !call.startsWith("GET ") && !stream);

let cloud: TestCloud;
let session: string;
let authToken: string;
/** Several nodes, used in turns, since a node is limited across addresses. */
let nodes: string[];
let assigner: Owner;
let stranger: Owner;
beforeAll(async () => {
  cloud = await testCloud({ DEVELOPMENT_PAGES: "on" });
  const owner = await newOwner(cloud.url);
  [assigner, stranger] = [await newOwner(cloud.url), await newOwner(cloud.url)];
  session = owner.token;
  nodes = await Promise.all(Array.from({ length: 8 }, nodeToken));
  ({ token: authToken } = await owner.data<{ token: string }>("POST /api/hosting/user/token/new", { name: "script" }));
});
afterAll(() => expect(cloud.faults).toEqual([]));

const send = async (spec: CallSpec, body: string | undefined, headers: Record<string, string> = {}) => {
  const { method, alias, path } = parseCall(spec.call);
  const url = cloud.url + aliases[alias] + path.replace(/\{\w+\}/g, () => randomUUID());
  const credential = credentialFor(spec);
  const response = await fetch(url, {
    method,
    headers: { ...credential, ...fromAnywhere(), "content-type": "application/json", ...headers } as Record<
      string,
      string
    >,
    ...(body !== undefined && { body }),
  });
  const isEvents = response.headers.get("content-type")?.startsWith("application/x-ndjson") ?? false;
  return { status: response.status, isEvents, text: await response.text() };
};

/** Returns the type of a call's body, and its beginning. */
const partial = ({ open, stream }: CallSpec): [type: string, body: string] => {
  if (open)
    return [
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na',
    ];
  return stream ? ["application/octet-stream", "bytes"] : ["application/json", '{"a":1'];
};

const nodeToken = async (): Promise<string> =>
  (await (await newOwner(cloud.url)).data<{ token: string }>("POST /api/boost/node/create", {})).token;

const credentialFor = ({ open, can }: CallSpec): Record<string, string> => {
  if (open) return { token: authToken };
  return { authorization: can === "node" ? nodes[randomInt(nodes.length)]! : session };
};

/** Uses a local proxy and another address each time, because limits by address are not tested here. */
const fromAnywhere = () => ({ "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` });

/** Expects a refusal or success, in the envelope or as complete events, without internal details. */
const expectClear = ({ status, isEvents, text }: Awaited<ReturnType<typeof send>>, what: string): void => {
  expect(status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500);
  if (isEvents)
    return void text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
  const answer = JSON.parse(text) as { code: unknown; message: unknown };
  expect(answer.message, what).toEqual(expect.any(String));
  if (status >= 400) expect(text, what).not.toMatch(/\bat \w+ \(|node_modules|\/src\/|select .* from|syntax error/i);
};

describe("every declared call", () => {
  test("whose client disconnects in the middle of its body causes no internal error", async () => {
    const { hostname, port, host } = new URL(cloud.url);
    for (const spec of declared.filter(({ call }) => !call.startsWith("GET "))) {
      const { method, alias, path } = parseCall(spec.call);
      const [type, body] = partial(spec);
      const headers = { host, ...credentialFor(spec), ...fromAnywhere(), "content-type": type, "content-length": 1000 };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const socket = connect(Number(port), hostname);
      socket.write(`${method} ${aliases[alias]}${path.replace(/\{\w+\}/g, () => randomUUID())} HTTP/1.1\r\n`);
      socket.end(`${lines.join("")}\r\n${body}`);
      await text(socket).catch(() => undefined);
    }
    expect(cloud.faults).toEqual([]);
  });

  test("refuses a body that is not JSON, or not an object", async () => {
    for (const spec of taking) {
      for (const body of inTurns(rawBodies))
        expectClear(await send(spec, body), `${spec.call} with ${body.slice(0, 20)}`);
      const other = await send(spec, "<a/>", { "content-type": "application/xml" });
      expectClear(other, `${spec.call} with XML`);
      if (spec.body) expect(other.status, spec.call).not.toBe(200);
    }
  });

  test("refuses a body over its size limit", async () => {
    for (const spec of taking) {
      const largest = spec.bodyBytesMax ?? bodyBytesMax;
      const answer = await send(spec, JSON.stringify({ filler: "x".repeat(largest) }));
      expect([413, 429], `${spec.call}: ${answer.status}`).toContain(answer.status);
      expectClear(answer, spec.call);
    }
  });

  test("answers any value in any field of its body with a clear refusal, or accepts it as text", async () => {
    for (const spec of taking) {
      if (!spec.body) continue;
      const least = sample(spec.body as never);
      for (const path of fieldPaths(spec.body as never)) {
        for (const value of inTurns(hostileValues)) {
          const body = JSON.stringify(withField(least, path, value));
          expectClear(
            await send(spec, body),
            `${spec.call} with ${path.join(".")} = ${JSON.stringify(value).slice(0, 60)}`,
          );
        }
      }
    }
  });

  test("answers any value in its query with a clear refusal, or accepts it as text", async () => {
    for (const spec of declared.filter(({ query, stream }) => query && !stream)) {
      const { method, alias, path } = parseCall(spec.call);
      const base = cloud.url + aliases[alias] + path.replace(/\{\w+\}/g, () => randomUUID());
      for (const [name] of fieldPaths(spec.query as never)) {
        for (const value of inTurns(hostileQueries)) {
          const query = new URLSearchParams({ [name!]: value });
          const credential = credentialFor(spec);
          const headers = { ...credential, ...fromAnywhere() };
          const response = await fetch(`${base}?${query.toString()}`, { method, headers, redirect: "manual" });
          const text = await response.text();
          expect(response.status, `${spec.call} ?${name}=${value.slice(0, 20)}: ${text.slice(0, 200)}`).toBeLessThan(
            500,
          );
        }
      }
    }
  });
});

test("mass assignment: undeclared fields are ignored, whatever their name", async () => {
  const owner = assigner;
  const before = await owner.data<UserInfo>("GET /api/auth/user");
  const teamsBefore = await owner.data<{ items: Team[] }>("GET /api/auth/cooperation/teams");
  const [theirs] = (await stranger.data<{ items: Team[] }>("GET /api/auth/cooperation/teams")).items;
  const { uid } = await stranger.data<UserInfo>("GET /api/auth/user");
  const forbidden = {
    id: uid,
    uid,
    userId: uid,
    personId: uid,
    person_id: uid,
    teamId: theirs!.teamId,
    team_id: theirs!.teamId,
    ownerId: uid,
    operator: true,
    type: "INDIVIDUAL",
    role: "OWNER",
    tokenVersion: 0,
    createdAt: 0,
  };
  for (const spec of taking.filter(({ body, open, can }) => body && !open && can !== "anyone")) {
    const { method, alias, path } = parseCall(spec.call);
    const body = { ...(sample(spec.body as never) as object), ...forbidden };
    const line = `${method} ${aliases[alias]}${path.replace(/\{\w+\}/g, () => randomUUID())}`;
    const { status } = await owner.call(line, { token: owner.token, body, headers: fromAnywhere() });
    expect(status, spec.call).toBeLessThan(500);
  }
  const after = await owner.data<UserInfo>("GET /api/auth/user");
  expect({ ...after, username: "" }).toEqual({ ...before, username: "" });
  const teamsAfter = await owner.data<{ items: Team[] }>("GET /api/auth/cooperation/teams");
  expect(teamsAfter.items.map(({ teamId, type }) => ({ teamId, type }))).toEqual(
    teamsBefore.items.map(({ teamId, type }) => ({ teamId, type })),
  );
  const theirProjects = await stranger.data<{ total: number }>("GET /api/hosting/project/v3/list");
  expect(theirProjects.total).toBe(0);
});

test("numbers outside a column's range are refused or match nothing, for their owner and an operator too", async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const own = await testCloud({ OPERATORS: account.address });
  const owner = await newOwner(own.url, account);
  const projectId = await owner.site("numbered", "x");
  const { items } = await owner.data<{ items: { taskId: string }[] }>(
    `GET /api/hosting/project/task/${projectId}/list`,
  );
  const refused: string[] = [];
  for (const number of ["9007199254740991", "2147483648", "-1", "0.5", "0", "1e308"]) {
    const reads = [
      `GET /api/hosting/project/task/${items[0]!.taskId}/log?after=${number}`,
      `GET /api/hosting/project/task/${projectId}/list?page=${number}`,
      `GET /api/hosting/repo/refresh/list?githubId=cloud&page=${number}`,
      `GET /api/hosting/project/v3/list?page=${number}`,
      `GET /api/auth/user/activity/action/logs/export?startAt=${number}`,
      `GET /api/auth/user/activity/action/logs/export?endAt=${number}`,
      `GET /api/auth/user/activity/action/logs?startAt=${number}&endAt=${number}`,
      `GET /api/bucket/bi/charts/line?startAt=${number}&endAt=${number}`,
    ];
    for (const line of reads) {
      const { status } = await owner.call(line, { token: owner.token });
      if (status >= 500) refused.push(`${line}: ${status}`);
    }
    const writes = [
      ["POST /api/bill-consume/operator/prices", { resource: "PIN", item: "x", land: "1" }],
      ["POST /api/auth/operator/notices", { type: "NORMAL", message: "m", label: "l", url: "/docs" }],
      ["POST /api/boost/operator/tasks", { name: "n" }],
    ] as const;
    for (const [line, body] of writes)
      for (const field of ["startsAt", "endsAt"]) {
        const answer = await owner.call(line, { token: owner.token, body: { ...body, [field]: Number(number) } });
        if (answer.status >= 500) refused.push(`${line} ${field} ${number}: ${answer.status}`);
        if (line.includes("notices") && number === "9007199254740991")
          expect(answer.body).toMatchObject({ code: "INVALID_INPUT", data: { [field]: expect.anything() } });
      }
  }
  expect(refused).toEqual([]);
  expect(own.faults).toEqual([]);
});

test("an IPv6 address as host causes no server error in any handler, nor in a call that uses the origin", async () => {
  const port = Number(new URL(cloud.url).port);
  const address = privateKeyToAccount(generatePrivateKey()).address;
  const asked = (host: string, path: string) =>
    new Promise<[number, string]>((resolve, reject) => {
      const headers = { host, accept: "text/html" };
      request({ host: "127.0.0.1", port, path, headers, agent: false })
        .on("error", reject)
        .on("response", (answer) => void text(answer).then((body) => resolve([answer.statusCode!, body]), reject))
        .end();
    });
  for (const host of [`[::1]:${port}`, "[::1]", "[", "[::1", "::1", "%"])
    for (const path of [
      `/api/auth/web3code/${address}`,
      "/ipfs/bafkqaaa",
      "/ipns/x.example/",
      "/s3/bucket/key",
      "/git/a/b.git/info/refs?service=git-upload-pack",
      "/arweave/info",
      "/login",
      "/api/bucket/download/x",
    ])
      expect((await asked(host, path))[0], `${host} ${path}`).not.toBe(500);
  const [status, body] = await asked(`[::1]:${port}`, `/api/auth/web3code/${address}`);
  expect([status, body]).toEqual([403, expect.stringContaining("IPv6")]);
});
