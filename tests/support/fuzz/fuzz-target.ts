/** The target of the API's fuzz test: a server, callers of every kind, and the names of existing items. */
import { request as httpRequest, Agent } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { teamOfActors } from "../account/actors.ts";
import { callerOf } from "../server/api.ts";
import { atFileEnd } from "../file-end.ts";
import type { JsonSchema } from "./fuzz-values.ts";
import type { KeyPair } from "../storage/s3-user.ts";
import { depositLand, giveBonus, landUnit } from "../billing/paying-team.ts";

/** An operation of /openapi.json, with every reference resolved. */
export interface Operation {
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly security: "none" | "token" | "nodeToken" | "openToken";
  readonly parameters: readonly Parameter[];
  /** By content type; empty when the operation has no body. */
  readonly bodies: Readonly<Record<string, JsonSchema>>;
  /** By content type. */
  readonly replies: Readonly<Record<string, JsonSchema>>;
  readonly refusal: JsonSchema;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** Headers with a caller's credential. */
export type Credential = Readonly<Record<string, string>>;

export interface FuzzTarget {
  readonly url: string;
  readonly operations: readonly Operation[];
  /** Callers with access to most calls, by the operation's security scheme. */
  readonly rightful: (operation: Operation) => readonly Credential[];
  /** All callers: without a token, with tokens of other kinds or other users, and with invalid ones. */
  readonly anyone: readonly Credential[];
  /** Existing names and ids, by the first two segments of the paths that show them. */
  readonly known: (path: string) => readonly string[];
  readonly ownTeamId: string;
  readonly s3Key: KeyPair;
  readonly faults: readonly unknown[];
}

const land = 1000n * 1_000_000n * landUnit;

export const startFuzzTarget = async (): Promise<FuzzTarget> => {
  const { cloud, url, users } = await teamOfActors({ DEVELOPMENT_PAGES: "on", EVM_BLOCK_MS: "20" });
  const call = callerOf(url);
  const made = async <T>(line: string, token: string, body: unknown = {}): Promise<T> => {
    const answer = await call(line, { token, body });
    if (answer.status !== 200) throw new Error(`${line}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  };
  const { owner } = users;
  await depositLand(cloud.database.db, owner.teamId, land);
  await giveBonus(cloud.database.db, owner.teamId, "COMPUTE_UNIT", 1_000_000, 0);

  const keys = await fillTeam(url, owner.teamToken, made);
  // Limits apply per node, not per address.
  const nodes = await Promise.all(
    Object.values(users)
      .filter(({ session }) => session !== users.revoked.session)
      .map(({ session }) => made<{ token: string }>("POST /api/boost/node/create", session)),
  );
  const s3 = await call("GET /api/bucket/user/sts/assume-role", { token: owner.teamToken });
  const operations = operationsOf((await (await fetch(`${url}/openapi.json`)).json()) as OpenApi);
  const known = await namesIn(call, operations, [
    { authorization: owner.teamToken },
    { authorization: owner.session },
    { authorization: users.operator.session },
  ]);

  const bearer = (token: string): Credential => ({ authorization: token });
  const tokens = Object.values(users).flatMap(({ session, teamToken, authToken }) => [session, teamToken, authToken]);
  const odd = ["", "Bearer", "Bearer ", "Basic Og==", "Bearer a b", "x".repeat(5000), "e30.e30.e30", "Bearer \u00ff"];
  return {
    url,
    operations,
    rightful: ({ security, path }) => {
      if (security === "nodeToken") return nodes.map(({ token }) => bearer(token));
      if (security === "openToken") return [{ token: owner.authToken }];
      const { teamToken, session } = path.includes("/operator/") ? users.operator : owner;
      return [bearer(path.startsWith("/api/auth/") ? session : teamToken)];
    },
    anyone: [
      {},
      ...[...tokens, ...nodes.map(({ token }) => token), ...keys, ...odd].map((token) => bearer(token)),
      ...[owner.authToken, owner.session, ...odd].map((token) => ({ token })),
    ],
    known: (path) => known.get(areaOf(path)) ?? [],
    ownTeamId: owner.teamId,
    s3Key: s3.body.data,
    faults: cloud.faults,
  };
};

type Make = <T>(line: string, token: string, body?: unknown) => Promise<T>;

/** Gives the team one item of each kind. Returns API keys. */
const fillTeam = async (url: string, token: string, made: Make): Promise<string[]> => {
  const files = [{ path: "index.html", sizeBytes: 5 }];
  const { projectId } = await made<{ projectId: string }>("POST /api/hosting/project", token, {
    name: "mine",
    platform: "IPFS",
    deployType: "UPLOAD",
  });
  const { uploadId } = await made<{ uploadId: string }>("POST /api/hosting/upload", token, { kind: "folder", files });
  await fetch(`${url}/api/hosting/upload/${uploadId}/content?offset=0`, {
    method: "PUT",
    body: "hello",
    headers: { authorization: token, "content-type": "application/octet-stream" },
  });
  await made(`POST /api/hosting/project/${projectId}/build`, token, { uploadId });
  await made("POST /api/hosting/repo", token, { name: "code" });
  await made("POST /api/pinning/user/pins", token, { cid: "bafkqaaa", name: "mine" });
  await made("POST /api/ipns/names", token, { name: "mine", value: "/ipfs/bafkqaaa", lifetime: 1 });
  const gateway = await made<{ token: string }>("POST /api/gateway/user/token/new", token, { name: "mine" });
  const s3 = await made<{ accessKey: string }>("POST /api/bucket/user/service-accounts", token, { name: "mine" });
  const rpc = await made<{ userKey: string }>("POST /api/rpc/rpc/manager/keys", token, {
    name: "mine",
    notes: "",
    type: "FREE",
  });
  const ai = await made<{ key: string }>("POST /api/rpc/rpc/ai/manager/keys", token, { name: "mine" });
  const ipns = await made<{ key: string }>("POST /api/ipns/api-keys", token);
  const pinning = await made<{ token: string }>("POST /api/pinning/user/ipfs-pinning-service/token", token);
  return [gateway.token, s3.accessKey, rpc.userKey, ai.key, ipns.key, pinning.token].map(String);
};

/** Collects the ids, names, addresses and keys from every list and overview. */
const namesIn = async (
  call: ReturnType<typeof callerOf>,
  operations: readonly Operation[],
  credentials: readonly Credential[],
): Promise<Map<string, string[]>> => {
  const names = new Map<string, Set<string>>();
  for (const { method, path } of operations) {
    if (method !== "GET" || path.includes("{") || path.includes("/sts/")) continue;
    for (const headers of credentials) {
      const { status, body } = await call(`GET ${path}`, { headers });
      if (status !== 200) continue;
      const known = names.get(areaOf(path)) ?? new Set();
      for (const text of textsIn(body?.data)) if (known.size < namesPerArea) known.add(text);
      names.set(areaOf(path), known);
    }
  }
  return new Map([...names].map(([area, known]) => [area, [...known]]));
};

const namesPerArea = 40;

const areaOf = (path: string): string => path.split("/").slice(0, 3).join("/");

const textsIn = (value: unknown, key = ""): string[] => {
  if (typeof value === "string") return isName.test(key) && value.length > 0 && value.length < 200 ? [value] : [];
  if (Array.isArray(value)) return value.slice(0, 5).flatMap((one) => textsIn(one, key));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, name));
};

const isName = /id$|name$|key$|address$|hash$|cid$|code$|label$|^type$|^chain$|^network$/i;

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

interface OpenApiOperation {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

const operationsOf = (document: OpenApi): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { security, parameters, requestBody, responses } = resolved(operation, document) as OpenApiOperation;
      const [scheme = "none"] = security.flatMap((one) => Object.keys(one));
      return {
        method: method.toUpperCase(),
        path,
        security: scheme as Operation["security"],
        parameters,
        bodies: schemasOf(requestBody?.content),
        replies: schemasOf(responses["200"]?.content),
        refusal: schemasOf(responses["default"]?.content)["application/json"] ?? {},
      };
    }),
  );

const schemasOf = (content: Content = {}): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(content).map(([type, { schema = {} }]) => [type, schema]));

const resolved = (value: unknown, document: OpenApi): unknown => {
  if (Array.isArray(value)) return value.map((one) => resolved(one, document));
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value) return resolved(followed(String(value.$ref), document), document);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, document)]));
};

const followed = (reference: string, document: OpenApi): unknown =>
  reference
    .slice("#/".length)
    .split("/")
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document);

/** A request as sent; header values are sent unchanged. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface RawAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export type Send = (request: RawRequest) => Promise<RawAnswer>;

/** Sends requests and waits for complete answers. Rejects when an answer takes longer than `patienceMs`. */
export const senderTo = (url: string, patienceMs: number): Send => {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  atFileEnd(async () => agent.destroy());
  const { hostname, port } = new URL(url);
  return ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(patienceMs);
      const sending = httpRequest({ hostname, port, agent, method, path, headers, signal }, (response) => {
        const { statusCode = 0, headers: got } = response;
        textOf(response).then(
          (text) => resolve({ status: statusCode, type: got["content-type"] ?? "", text }),
          (error: unknown) => reject(failure(error, signal)),
        );
      });
      sending.on("error", (error) => reject(failure(error, signal)));
      sending.end(body);
    });
};

const failure = (error: unknown, signal: AbortSignal): Error =>
  signal.aborted ? new Error("No answer in time") : new Error("The connection broke", { cause: error });
