/** Creates a team with an RPC key on a running server. */
import type { PrivateKeyAccount } from "viem/accounts";
import { depositLand, giveBonus, landUnit } from "../billing/paying-team.ts";
import type { TestCloud } from "../server/cloud.ts";
import { newOwner } from "../account/owner.ts";

const million = 1_000_000n;

/**
 * Grants compute units and millions of LAND in addition to a new team's package; for a new user unless one is given.
 */
export const rpcTeam = async (
  cloud: Pick<TestCloud, "url" | "database">,
  units = 1_000_000,
  millions = 0n,
  account?: PrivateKeyAccount,
) => {
  const owner = await newOwner(cloud.url, account);
  const { items } = await owner.data<{ items: { teamId: string }[] }>("GET /api/auth/cooperation/teams");
  const { teamId } = items[0]!;
  if (units > 0) await giveBonus(cloud.database.db, teamId, "COMPUTE_UNIT", units, 0);
  if (millions > 0n) await depositLand(cloud.database.db, teamId, millions * million * landUnit);
  const newKey = (type: "FREE" | "VIP", name = "key") =>
    owner.data<{ id: string; userKey: string }>("POST /api/rpc/rpc/manager/keys", { name, notes: "", type });
  const url = (userKey: string, chain = "polygon/mainnet"): string => `${cloud.url}/v1/${chain}/${userKey}`;
  return { ...owner, teamId, newKey, url };
};

export interface RpcAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { result?: unknown; error?: { code: number; message: string; data?: { retryAfterMs?: number } } };
}

/** Sends one JSON-RPC request. */
export const rpc = async (
  url: string,
  method: string,
  params: readonly unknown[] = [],
  headers: Readonly<Record<string, string>> = {},
): Promise<RpcAnswer> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as RpcAnswer["body"] };
};
