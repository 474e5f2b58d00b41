/** Opens a browser as a user whose team has access to the RPC service. */
import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { TestCloud } from "../server/cloud.ts";
import { enterWithKey } from "../account/enter.ts";
import { rpcTeam } from "../chains/rpc-team.ts";

/** Grants compute units and millions of LAND; takes effect at the next navigation. */
export const enterRpcTeam = async (page: Page, cloud: TestCloud, units = 1_000_000, millions = 20n) => {
  const account = privateKeyToAccount(generatePrivateKey());
  const team = await rpcTeam(cloud, units, millions, account);
  await enterWithKey(page, cloud.url, account);
  return team;
};
