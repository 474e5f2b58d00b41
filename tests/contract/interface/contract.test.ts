import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { aliases } from "../../../resources/declare/aliases.ts";
import type { CallSpec } from "../../../resources/declare/define.ts";
import { callsOf, everyCall, parseCall } from "../../../resources/declare/endpoints.ts";
import { fill } from "../../../resources/declare/href.ts";
import { calls } from "../../../resources/calls.ts";
import { resources } from "../../../resources/index.ts";
import { callerOf, type Call } from "../../support/server/api.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { sample } from "../../support/hosting/sample.ts";
import { signIn } from "../../support/account/sign-in.ts";

const declared = everyCall({ resources, calls });
const addressOf = ({ call }: CallSpec) => {
  const { method, alias, path } = parseCall(call);
  return { method, path: aliases[alias] + path };
};
const paramsOf = (spec: CallSpec): string[] =>
  [...addressOf(spec).path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
/** Returns the path with the same value for each parameter. */
const pathOf = (spec: CallSpec, value: string): string =>
  fill(addressOf(spec).path, Object.fromEntries(paramsOf(spec).map((name) => [name, value])));
const lineOf = (spec: CallSpec, value: string): string => `${addressOf(spec).method} ${pathOf(spec, value)}`;

let url: string;
let call: Call;
let owner: User;
let stranger: User;
beforeAll(async () => {
  const operator = privateKeyToAccount(generatePrivateKey());
  ({ url } = await testCloud({ STATUS_PAGE: "on", OPERATORS: operator.address, DEVELOPMENT_PAGES: "on" }));
  call = callerOf(url);
  const newcomer = async (account = privateKeyToAccount(generatePrivateKey())): Promise<User> => {
    const { accessToken: session } = await signIn(url, account);
    const made = await call("POST /api/hosting/user/token/new", { token: session, body: { name: "script" } });
    const joined = await call("POST /api/boost/node/create", { token: session, body: {} });
    return { session, token: made.body.data["token"], node: joined.body.data["token"] };
  };
  owner = await newcomer(operator);
  stranger = await newcomer();
});

/** The caller's credential: a session, an auth token for the open API, and a node's token for Boost. */
interface User {
  readonly session: string;
  readonly token: string;
  readonly node: string;
}

/** Returns the status and the catalogue's code, which is in a different place in each envelope. */
const answerTo = async (spec: CallSpec, line: string, user?: User, sent: { body?: unknown } = {}) => {
  const bearer = spec.can === "node" ? user?.node : user?.session;
  const credential = spec.open ? { headers: { token: user?.token ?? "" } } : { token: bearer };
  const { status, body } = await call(line, { ...credential, ...sent });
  const { bcode } = body as { bcode?: string };
  return { status, code: spec.open ? bcode : body.code };
};

describe("the contract", () => {
  it("every declared call answers; without a token, it asks to sign in", async () => {
    for (const spec of declared) {
      const { status, code } = await answerTo(spec, lineOf(spec, randomUUID()));
      // A public resource is not found under a made-up id.
      if (spec.can === "anyone" && paramsOf(spec).some((name) => name === "id" || name === "code"))
        expect(status, spec.call).not.toBe(401);
      else if (spec.can === "anyone") expect(code, spec.call).not.toBe("NOT_FOUND");
      else
        expect([status, code], spec.call).toEqual([
          401,
          parseCall(spec.call).alias === "$boost" ? 401 : "UNAUTHORIZED",
        ]);
    }
  });

  it("undeclared calls are not answered", async () => {
    const lines = new Set(declared.map((spec) => lineOf(spec, "x")));
    for (const spec of declared) {
      for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH"]) {
        const line = `${method} ${pathOf(spec, "x")}`;
        // Another declared template can match the same URL.
        const fits = [...declared].some((other) => matches(other, line));
        if (!lines.has(line) && !fits) expect((await call(line, { token: owner.session })).status, line).toBe(404);
      }
    }
  });

  it("each list answers in its declared shape", async () => {
    for (const resource of resources) {
      const list = callsOf(resource).find(({ call }) => call === resource.calls.list);
      if (!list || paramsOf(list).length > 0 || list.query?.safeParse({}).success === false) continue;
      const { body } = await call(lineOf(list, ""), { token: owner.session });
      expect(list.reply.safeParse(body.data).error, list.call).toBeUndefined();
    }
  });

  it("missing and malformed ids answer 404", async () => {
    for (const spec of addressable()) {
      for (const id of [randomUUID(), "none", "\0", "a".repeat(300)]) await expectMissing(spec, id, owner);
    }
  });

  it("operator calls answer 404 to everyone else", async () => {
    const calls = declared.filter(({ can }) => can === "operator");
    expect(calls.length).toBeGreaterThan(0);
    for (const spec of calls) await expectMissing(spec, randomUUID(), stranger);
  });

  it("ids of another team answer 404, as if they did not exist", async () => {
    const ids = await thingsOf(owner.session);
    for (const spec of addressable()) for (const id of ids) await expectMissing(spec, id, stranger);
    for (const id of ids) expect(JSON.stringify(await listsOf(stranger.session))).not.toContain(id);
  });
});

/**
 * Calls that address an item of a team, a user or the operators by its id. Wallet addresses, voucher codes, chain IDs
 * and messaging user IDs are not our ids, and a name to check need not exist.
 */
const addressable = (): CallSpec[] =>
  declared.filter(
    (spec) =>
      spec.can !== "anyone" &&
      paramsOf(spec).some((name) => !["address", "code", "sub", "chainId", "userId"].includes(name)),
  );

const expectMissing = async (spec: CallSpec, id: string, user: User): Promise<void> => {
  const query = spec.query ? new URLSearchParams(sample(spec.query) as Record<string, string>) : "";
  const body = spec.stream ? {} : { body: spec.body ? sample(spec.body) : {} };
  const sent = addressOf(spec).method === "GET" ? {} : body;
  const { status, code } = await answerTo(spec, `${lineOf(spec, id)}?${query.toString()}`, user, sent);
  expect([status, code], `${spec.call} with ${id}`).toEqual([404, "NOT_FOUND"]);
};

/**
 * Creates items of a team and returns their ids: a project with a deployment, an upload, a token and the initial
 * repositories.
 */
const thingsOf = async (token: string): Promise<string[]> => {
  const post = async (line: string, body: object) =>
    (await call(line, { token, body })).body.data as Record<string, string>;
  const { projectId } = await post("POST /api/hosting/project", {
    name: "mine",
    platform: "IPFS",
    deployType: "UPLOAD",
  });
  const files = [{ path: "index.html", sizeBytes: 5 }];
  const { uploadId } = await post("POST /api/hosting/upload", { kind: "folder", files });
  await fetch(`${url}/api/hosting/upload/${uploadId}/content?offset=0`, {
    method: "PUT",
    body: "hello",
    headers: { authorization: token, "content-type": "application/octet-stream" },
  });
  const { taskId } = await post(`POST /api/hosting/project/${projectId}/build`, { uploadId });
  const { id: tokenId } = await post("POST /api/hosting/user/token/new", { name: "laptop" });
  const { id: repositoryId } = await post("POST /api/hosting/repo", { name: "code" });
  const { id: pinId } = await post("POST /api/pinning/user/pins", { cid: "bafkqaaa", name: "mine" });
  const { key } = await post("POST /api/ipns/names", { name: "mine", value: "/ipfs/bafkqaaa", lifetime: 1 });
  const { id: gatewayTokenId } = await post("POST /api/gateway/user/token/new", { name: "mine" });
  const { accessKey } = await post("POST /api/bucket/user/service-accounts", { name: "mine" });
  await call("PUT /api/gateway/gateway", { token, body: { name: "mine-alone", scope: "private" } });
  const ofStorage = [pinId, key, gatewayTokenId, accessKey, "mine-alone"];
  const ids = [projectId, uploadId, taskId, tokenId, repositoryId, ...ofStorage];
  for (const id of ids) expect(id).toEqual(expect.any(String));
  return ids as string[];
};

const listsOf = async (token: string): Promise<unknown[]> => {
  const lists = declared.filter(
    (spec) => spec.can[0] === "list" && paramsOf(spec).length === 0 && !("keyword" in spec),
  );
  return Promise.all(lists.map(async (spec) => (await call(lineOf(spec, ""), { token })).body));
};

const matches = (spec: CallSpec, line: string): boolean => {
  const { method, path } = addressOf(spec);
  return new RegExp(`^${method} ${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(line);
};
