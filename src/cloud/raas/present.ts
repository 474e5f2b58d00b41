/** Converts rollups to API responses. */
import type { PublicRollup } from "../../../resources/raas/public-calls.ts";
import type { ListedRollup, RollupDetail } from "../../../resources/raas/rollup-calls.ts";
import { rollups, type RollupChoice } from "../../../resources/raas/rollups.ts";
import { secondsOf } from "../lib/seconds-of.ts";
import { bridgePageOf, explorerOf, type StoredFacts } from "./facts.ts";
import { isCarried, isRenewable, type RollupRow } from "./rows.ts";

/** Columns of a list row: without images except the logo. */
export type ListedRow = Pick<
  RollupRow,
  | "id"
  | "name"
  | "status"
  | "fast_deploy"
  | "framework"
  | "da_layer"
  | "settlement"
  | "network"
  | "chain_id"
  | "chain_logo"
  | "paid_at"
  | "expires_at"
  | "created_at"
>;

export const listed = (row: ListedRow): ListedRollup => ({
  id: row.id,
  name: row.name,
  status: row.status,
  fastDeploy: row.fast_deploy,
  ...choiceOf(row),
  chainId: row.chain_id?.toString() ?? null,
  ...(row.chain_logo && { chainLogo: row.chain_logo }),
  paymentTime: secondsOrNull(row.paid_at),
  expirationAt: secondsOrNull(row.expires_at),
  createdAt: secondsOf(row.created_at),
});

const choiceOf = ({ framework, da_layer, settlement, network }: ListedRow): RollupChoice => ({
  framework,
  daLayer: da_layer,
  settlement,
  network,
});

export interface DetailDeps {
  readonly now: Date;
  /** LAND×1e18 paid for renewals. */
  readonly renewLand: bigint;
  /** Wei. */
  readonly sequencerBalance: bigint;
}

export const detailOf = (row: RollupRow, { now, renewLand, sequencerBalance }: DetailDeps): RollupDetail => ({
  ...listed(row),
  ...imagesOf(row),
  email: row.email,
  telegram: row.telegram,
  xId: row.x_id,
  schedulingLink: row.scheduling_link,
  purchasePlan: row.purchase_plan,
  land: row.land,
  renewLand: renewLand.toString(),
  note: row.note,
  renewableUntil: isCarried(row) && isRenewable(row, now) ? secondsOrNull(row.kept_until) : null,
  detail: row.facts && factsOf(row, row.facts, sequencerBalance),
});

const factsOf = (row: RollupRow, facts: StoredFacts, sequencerBalance: bigint): RollupDetail["detail"] => {
  const chainId = row.chain_id!.toString();
  return {
    provider: facts.provider,
    rpc: facts.rpc,
    ws: facts.ws,
    blockExplorer: explorerOf(facts, chainId),
    bridgeAssets: bridgePageOf(facts, chainId),
    contractAddress: facts.contractAddress,
    bridgeAddress: facts.bridgeAddress,
    rollupConfig: JSON.stringify(facts.config, null, 2),
    settlementLayer: facts.settlementName,
    settlementChainId: facts.settlementChainId.toString(),
    gasBlockLimit: facts.gasBlockLimit,
    withdrawPeriod: facts.withdrawPeriod,
    gasToken: facts.gasToken,
    framework: rollups.fields.framework.labels?.[row.framework] ?? row.framework,
    daLayer: row.da_layer,
    sequencerAddressBalance: sequencerBalance.toString(),
  };
};

/** Presents a running rollup. */
export const publicOf = (row: RollupRow, hasFaucet: boolean): PublicRollup => {
  const facts = row.facts!;
  return {
    chainId: row.chain_id!.toString(),
    name: row.name,
    provider: facts.provider,
    rpc: facts.rpc,
    ...(row.chain_logo && { chainLogo: row.chain_logo }),
    ...imagesOf(row),
    gasToken: facts.gasToken,
    settlement: {
      name: facts.settlementName,
      chainId: facts.settlementChainId.toString(),
      rpc: facts.settlementRpc,
      contract: facts.contractAddress,
    },
    bridgeAddress: facts.bridgeAddress,
    withdrawPeriod: facts.withdrawPeriod,
    expirationAt: secondsOf(row.expires_at!),
    faucet: hasFaucet && isCarried(row),
  };
};

const imagesOf = ({ favicon, background, footer_link: footerLink }: RollupRow) => ({
  ...(favicon && { favicon }),
  ...(background && { background }),
  ...(footerLink && { footerLink }),
});

const secondsOrNull = (moment: Date | null): number | null => moment && secondsOf(moment);
