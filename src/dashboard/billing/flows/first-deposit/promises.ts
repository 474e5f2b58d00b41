/** Benefits of a first deposit as text; amounts come from the declarations. */
import { firstDepositPoints } from "../../../../../resources/billing/deposits.ts";
import { packageSizes } from "../../../../../resources/billing/packages.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";

const { IPFS_STORAGE = 0, AR_STORAGE = 0, TRAFFIC = 0, BUILD_TIME = 0 } = packageSizes.STANDARD;
const monthlyPackage = `${formatBytes(IPFS_STORAGE)} on IPFS, ${formatBytes(TRAFFIC)} of traffic and ${BUILD_TIME / 60} build minutes`;

export const firstDepositPromises: readonly string[] = [
  `Monthly: ${monthlyPackage}. Once: ${formatBytes(AR_STORAGE)} on Arweave.`,
  `${firstDepositPoints.inTime} points in your first three days, ${firstDepositPoints.later} points afterwards.`,
  "Dedicated gateways with your own hostnames.",
];
