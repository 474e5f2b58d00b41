/** The access of each kind of credential: its own, and no other. */
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { beforeAll, describe, expect, test } from "vitest";
import { io } from "socket.io-client";
import { callerOf } from "../../support/server/api.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { ask } from "../../support/server/http.ts";
import { newOwner } from "../../support/account/owner.ts";
import { s3User } from "../../support/storage/s3-user.ts";
import { joinTeam } from "../../support/account/team.ts";

const ways = ["api", "boost", "open", "socket", "gateway", "pinning", "ipns", "rpc", "ai"] as const;
type Way = (typeof ways)[number];

const opens: Readonly<Record<string, readonly Way[]>> = {
  nothing: [],
  "a made-up token": [],
  "a session": ["api", "socket", "ipns"],
  "a member's team token": ["api", "socket"],
  // It receives events about the user's membership only: tests/contract/account/member-access.test.ts.
  "a disabled member's team token": ["socket"],
  "a removed member's team token": [],
  "an auth token": ["api", "open"],
  "a disabled member's auth token": [],
  "a node token": ["boost"],
  "a gateway token": ["gateway"],
  "another team's gateway token": [],
  "a pinning key": ["pinning"],
  "an IPNS key": ["ipns"],
  "an RPC key": ["rpc"],
  "an AI key": ["ai"],
  "an access key's secret": [],
  "a share's session token": [],
};

const tokens: Record<string, string> = { nothing: "", "a made-up token": "x".repeat(43) };
let url: string;
let port: number;
beforeAll(async () => {
  ({ url, port } = await testCloud());
  const call = callerOf(url);
  const owner = await s3User(url);
  const stranger = await newOwner(url);
  const made = async (line: string, body: unknown = {}, by: Pick<typeof stranger, "data"> = owner) =>
    by.data<{ token: string; key: string; userKey: string; accessToken: string; secretKey: string }>(line, body);
  const member = async (change?: object) => {
    const { token } = await newOwner(url);
    const { teamToken, teamId, invitationId } = await joinTeam(url, owner.token, token, { access: ["HOSTING"] });
    const body = { name: "script" };
    const { token: authToken } = (await call("POST /api/hosting/user/token/new", { token: teamToken, body })).body
      .data as { token: string };
    if (change) await owner.data(`PUT /api/auth/cooperation/member?teamId=${teamId}`, { invitationId, ...change });
    return { teamToken, authToken };
  };
  const [works, disabled, removed] = [
    await member(),
    await member({ status: "DISABLE" }),
    await member({ status: "REMOVE" }),
  ];
  await owner.data("PUT /api/gateway/gateway", { name: "credentials", scope: "private" });
  await owner.data("POST /api/pinning/user/pins", { cid: "bafkqaaa", name: "empty" });
  await owner.client.send(new CreateBucketCommand({ Bucket: "credentials" }));
  Object.assign(tokens, {
    "a session": owner.token,
    "a member's team token": works.teamToken,
    "a disabled member's team token": disabled.teamToken,
    "a removed member's team token": removed.teamToken,
    "an auth token": (await made("POST /api/hosting/user/token/new", { name: "script" })).token,
    "a disabled member's auth token": disabled.authToken,
    "a node token": (await made("POST /api/boost/node/create")).token,
    "a gateway token": (await made("POST /api/gateway/user/token/new", { name: "server" })).token,
    "another team's gateway token": (await made("POST /api/gateway/user/token/new", { name: "other" }, stranger)).token,
    "a pinning key": (await made("POST /api/pinning/user/ipfs-pinning-service/token")).accessToken,
    "an IPNS key": (await made("POST /api/ipns/api-keys")).key,
    "an RPC key": (await made("POST /api/rpc/rpc/manager/keys", { name: "k", notes: "", type: "FREE" })).userKey,
    "an AI key": (await made("POST /api/rpc/rpc/ai/manager/keys", { name: "k" })).key,
    "an access key's secret": (await made("POST /api/bucket/user/service-accounts", { name: "k" })).secretKey,
    "a share's session token": await shareOf(owner),
  });
});

const shareOf = async (owner: Awaited<ReturnType<typeof s3User>>): Promise<string> =>
  (
    await owner.data<{ sessionToken: string }>(
      "GET /api/bucket/user/sts/share?bucket=credentials&key=a.txt&seconds=600",
    )
  ).sessionToken;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const isOpen = (status: number): boolean => status !== 401 && status !== 403;
const statusOf = async (path: string, init?: RequestInit): Promise<number> => {
  const answer = await fetch(url + path, init);
  await answer.arrayBuffer();
  return answer.status;
};

const tries: Readonly<Record<Way, (token: string) => Promise<boolean>>> = {
  api: async (token) => isOpen(await statusOf("/api/hosting/project/v3/list", { headers: bearer(token) })),
  boost: async (token) => isOpen(await statusOf("/api/boost/node/info", { headers: bearer(token) })),
  open: async (token) => isOpen(await statusOf("/api/open/project/1", { headers: { token } })),
  socket: async (token) => {
    const socket = io(url, { query: { authorization: token }, reconnection: false, forceNew: true });
    const isConnected = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("connect_error", () => resolve(false));
    });
    socket.disconnect();
    return isConnected;
  },
  gateway: async (token) =>
    isOpen((await ask(port, "credentials.localhost", "/ipfs/bafkqaaa", { headers: bearer(token) })).status),
  pinning: async (token) => isOpen(await statusOf("/api/pinning/pins", { headers: bearer(token) })),
  ipns: async (token) => isOpen(await statusOf("/api/ipns/names", { headers: bearer(token) })),
  rpc: async (token) =>
    token !== "" &&
    isOpen(
      await statusOf(`/v1/polygon/mainnet/${token}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
      }),
    ),
  ai: async (token) =>
    isOpen(
      await statusOf("/api/v1/chat/completions", {
        method: "POST",
        headers: { "content-type": "application/json", ...bearer(token) },
        body: "{}",
      }),
    ),
};

describe("each credential gives its own access and no other:", () => {
  test.each(Object.keys(opens))("%s", async (who) => {
    const open: Way[] = [];
    for (const way of ways) if (await tries[way](tokens[who]!)) open.push(way);
    expect(open).toEqual(opens[who]);
  });
});
