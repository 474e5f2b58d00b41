/**
 * Packages, their allowances, and the services that use them, before LAND is charged. Units: bytes, seconds of build
 * time, and units.
 */
import { trialAllowance, type MeteredResource } from "../limits.ts";

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

/** One of these at a time for each account, or an add-on. */
export const accountPackages = ["TRIAL", "FREE", "STANDARD"] as const;
export type AccountPackage = (typeof accountPackages)[number];
export const addedPackages = ["BONUS", "VOUCHER", "PURCHASE"] as const;
export type AddedPackage = (typeof addedPackages)[number];

/** The trial ends after 7 days. The others reset on the 1st of each month (UTC), except for total allowances. */
export const packageSizes: Readonly<Record<AccountPackage, Readonly<Partial<Record<MeteredResource, number>>>>> = {
  TRIAL: trialAllowance,
  FREE: {
    IPFS_STORAGE: 2 * trialAllowance.IPFS_STORAGE,
    AR_STORAGE: 2 * trialAllowance.AR_STORAGE,
    BUILD_TIME: 2 * trialAllowance.BUILD_TIME,
    TRAFFIC: 2 * trialAllowance.TRAFFIC,
    COMPUTE_UNIT: 100_000_000,
  },
  STANDARD: {
    IPFS_STORAGE: 6 * GiB,
    AR_STORAGE: 100 * MiB,
    BUILD_TIME: 250 * 60,
    TRAFFIC: 100 * GiB,
    COMPUTE_UNIT: 100_000_000,
  },
};

/** Total allowances that don't reset: Arweave uploads are permanent. */
export const inTotal: MeteredResource = "AR_STORAGE";

/** Consumers of resources. Storage counts for the team as a whole. */
export const billedServices = ["HOSTING", "BUCKET", "GATEWAY", "RPC", "RAAS", "AI", "STORAGE"] as const;
export type BilledService = (typeof billedServices)[number];

export const serviceNames: Readonly<Record<BilledService, string>> = {
  HOSTING: "Hosting",
  BUCKET: "Buckets",
  GATEWAY: "Gateways",
  RPC: "RPC",
  RAAS: "Rollups",
  AI: "AI",
  STORAGE: "Storage",
};

/** Visits above a spend cap are refused, or stay online and are charged. */
export const capBeyond = ["PAUSE", "ONLINE"] as const;
export type CapBeyond = (typeof capBeyond)[number];
/** Services with visitor traffic. */
export const visitedServices: readonly BilledService[] = ["HOSTING", "BUCKET", "GATEWAY"];

/** Required balance for storage above the allowance: enough LAND for this period, checked before storing. */
export const storageAheadSeconds = 86_400;
/** Grace periods after packages and LAND are used up: how long sites are served, and how long data is kept. */
export const servedAfterSeconds = 7 * 86_400;
export const keptAfterSeconds = 30 * 86_400;
