/** What may be used before LAND is: packages, what they hold, and the services that use it. Bytes, seconds of build time, and units. */
import { trialAllowance, type MeteredResource } from "../limits.ts";

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

/** Of an account, one of these at a time; or added to it. */
export const accountPackages = ["TRIAL", "FREE", "STANDARD"] as const;
export type AccountPackage = (typeof accountPackages)[number];
export const addedPackages = ["BONUS", "VOUCHER", "PURCHASE"] as const;
export type AddedPackage = (typeof addedPackages)[number];
export type GrantPackage = AccountPackage | AddedPackage;

/** The trial ends after 7 days; the others begin anew on the 1st of each month (UTC), except for what they hold in total. */
export const packageSizes: Readonly<Record<AccountPackage, Readonly<Partial<Record<MeteredResource, number>>>>> = {
  TRIAL: trialAllowance,
  FREE: trialAllowance,
  STANDARD: {
    IPFS_STORAGE: 6 * GiB,
    AR_STORAGE: 100 * MiB,
    BUILD_TIME: 250 * 60,
    TRAFFIC: 100 * GiB,
    COMPUTE_UNIT: 100_000_000,
  },
};

/** Held once and not again each month: what is on Arweave stays there. */
export const inTotal: MeteredResource = "AR_STORAGE";

/** Who uses resources; storage is the team's as a whole. */
export const billedServices = ["HOSTING", "BUCKET", "GATEWAY", "RPC", "RAAS", "AI", "STORAGE"] as const;
export type BilledService = (typeof billedServices)[number];

/** LAND for as long as this must be there for what a team stores beyond its packages, before it is stored. */
export const storageAheadSeconds = 86_400;
/** After packages and LAND are used up: sites are served so long, data is kept so long. */
export const servedAfterSeconds = 7 * 86_400;
export const keptAfterSeconds = 30 * 86_400;
