/** A user with a team that may use the RPC service, in a browser. */
import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { TestCloud } from "./cloud.ts";
import { enterWithKey } from "./enter.ts";
import { rpcTeam } from "./rpc-team.ts";

/** With so many compute units, and so many millions of LAND; takes effect at the next navigation. */
export const enterRpcTeam = async (page: Page, cloud: TestCloud, units = 1_000_000, millions = 20n) => {
  const account = privateKeyToAccount(generatePrivateKey());
  const team = await rpcTeam(cloud, units, millions, account);
  await enterWithKey(page, cloud.url, account);
  return team;
};
