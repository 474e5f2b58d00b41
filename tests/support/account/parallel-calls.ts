/** Sends many concurrent requests to every mutating call, and checks that the server keeps answering. */
import { randomInt, randomUUID } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import { aliases } from "../../../resources/declare/aliases.ts";
import { calls } from "../../../resources/calls.ts";
import type { CallSpec } from "../../../resources/declare/define.ts";
import { everyCall, parseCall } from "../../../resources/declare/endpoints.ts";
import { resources } from "../../../resources/index.ts";
import { testCloud } from "../server/cloud.ts";
import { newOwner } from "./owner.ts";
import { patience } from "../patience.ts";
import { sample } from "../hosting/sample.ts";
import { signIn } from "./sign-in.ts";

const changing = everyCall({ resources, calls }).filter(({ call }) => !call.startsWith("GET "));
const answerMs = 60_000;

interface Figures {
  readonly calls: number;
  readonly parallel: number;
  readonly requests: number;
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly p99Ms: number;
  /** Maximum time until /readyz answered 200 after the requests to a call. */
  readonly readyMs: number;
}

/**
 * Sends four concurrent requests per database connection to one call after another. Fails when the server stops
 * answering.
 */
export const callEverythingAtOnce = async (connections: number): Promise<Figures> => {
  const parallel = 4 * connections;
  const operatorKey = privateKeyToAccount(generatePrivateKey());
  const settings = { DATABASE_CONNECTIONS: String(connections), DEVELOPMENT_PAGES: "on" };
  const cloud = await testCloud({ ...settings, OPERATORS: operatorKey.address });
  const operator = (await signIn(cloud.url, operatorKey)).accessToken;
  let user = await newPerson(cloud.url);
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  let readyMs = 0;

  for (const spec of changing) {
    const given = { ...user, operator };
    const answers = await Promise.all(
      Array.from({ length: parallel }, async () => {
        const startedAt = performance.now();
        const response = await send(cloud.url, spec, given);
        const text = await response.text();
        times.push(performance.now() - startedAt);
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        return { status: response.status, text };
      }),
    );
    const failed = answers.find(({ status, text }) => status >= 500 && !/"code":"?[A-Z_]+/.test(text));
    expect(failed, spec.call).toBeUndefined();
    readyMs = Math.max(readyMs, await waitUntilReady(cloud.url, spec.call));
    // Some of the calls end sessions and accounts.
    if (!(await user.stands())) user = await newPerson(cloud.url);
  }
  expect(cloud.faults).toEqual([]);
  const sorted = times.toSorted((a, b) => a - b);
  const p99Ms = Math.round(sorted[Math.floor(sorted.length * 0.99)]!);
  return { calls: changing.length, parallel, requests: times.length, statuses, p99Ms, readyMs: Math.round(readyMs) };
};

type User = Awaited<ReturnType<typeof newPerson>>;

/** Signs in a user with a node, an API token, a project, a bucket and content with a CID. */
const newPerson = async (url: string) => {
  const account = privateKeyToAccount(generatePrivateKey());
  const { accessToken, refreshToken } = await signIn(url, account);
  const owner = await newOwner(url, account);
  const { token: node } = await owner.data<{ token: string }>("POST /api/boost/node/create", {});
  const { token: program } = await owner.data<{ token: string }>("POST /api/hosting/user/token/new", {
    name: "script",
  });
  const project = { name: "site", platform: "IPFS", deployType: "UPLOAD" };
  const { projectId } = await owner.data<{ projectId: string }>("POST /api/hosting/project", project);
  const stands = async (): Promise<boolean> =>
    (await fetch(`${url}/api/auth/user`, { headers: { authorization: accessToken } })).status === 200;
  return { accessToken, refreshToken, node, program, projectId, address: account.address, stands };
};

const send = (url: string, spec: CallSpec, given: User & { readonly operator: string }): Promise<Response> => {
  const { method, alias, path } = parseCall(spec.call);
  const ids = path.includes("/project/{id}") ? () => given.projectId : () => randomUUID();
  return fetch(url + aliases[alias] + path.replace(/\{\w+\}/g, ids), {
    method,
    headers: {
      ...credentialFor(spec, given),
      // Rate limits by address are not tested.
      "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      "content-type": spec.stream ? "application/octet-stream" : "application/json",
      "idempotency-key": randomUUID(),
    },
    body: spec.stream ? "x" : JSON.stringify(bodyFor(spec, given)),
    signal: AbortSignal.timeout(answerMs),
  });
};

const credentialFor = (
  { open, can }: CallSpec,
  given: User & { readonly operator: string },
): Record<string, string> => {
  if (open) return { token: given.program };
  if (can === "node") return { authorization: given.node };
  const isOperators = can === "operator" || (Array.isArray(can) && operators.has(String(can[1])));
  return { authorization: isOperators ? given.operator : given.accessToken };
};

const operators = new Set(resources.filter(({ operator }) => operator).map(({ name }) => name));

/** Returns the minimal body of the call, with values that reach the engine if there is one. */
const bodyFor = (spec: CallSpec, { address, refreshToken }: User): unknown => {
  const least = spec.body ? sample(spec.body as never) : {};
  const [, path] = spec.call.split(" ");
  const more: Record<string, object> = {
    "$resource/faucet": { chain: "polygon", address },
    "$auth/refresh": { refreshToken },
    "$hosting/project": {
      name: `site-${randomUUID().slice(0, 8)}`,
      platform: "IPFS",
      deployType: "CID",
      ipfsPath: "/ipfs/bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354",
    },
  };
  return { ...(least as object), ...more[path!] };
};

const waitUntilReady = async (url: string, after: string): Promise<number> => {
  const startedAt = performance.now();
  const ask = () =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(ask, { ...patience, message: `/readyz after ${after}` }).toBe(200);
  return performance.now() - startedAt;
};
