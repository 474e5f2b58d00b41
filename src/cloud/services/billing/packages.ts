/** A team's packages: allowance, usage, and usage above them. */
import { addedPackages, type AddedPackage } from "../../../../resources/billing/packages.ts";
import { meteredResources, type MeteredResource } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import { turnMonths } from "../../ledger/grants.ts";
import { paidSince } from "../../ledger/paid-use.ts";
import { stateOf } from "../../ledger/quota.ts";
import type { ChargeResult } from "../../ledger/calculate-charges.ts";
import { levelOf } from "../../ledger/storage.ts";
import { allGrants, isActive, packageOf, type Grant } from "../../ledger/used.ts";
import type { Usage } from "../../ledger/usage.ts";
import { secondsOf } from "../seconds-of.ts";

interface Deps {
  readonly usage: Pick<Usage, "since" | "waiting">;
  readonly allowance: Pick<Allowance, "used">;
}

export const packagesOf = async ({ usage, allowance }: Deps, db: Db, teamId: string) => {
  await turnMonths(db, new Date(), teamId);
  const grants = await allGrants(db, teamId);
  const { package: name, endsAt } = packageOf(grants);
  const since = startOf(grants, name);
  const { resources } = await allowance.used(db, teamId);
  const { chargeResult } = await stateOf(db, teamId, usage.waiting(teamId));
  const held = resources.filter(({ allowed }) => allowed > 0n);
  const [ipfs, arweave] = await Promise.all([levelOf(db, teamId, "IPFS_STORAGE"), levelOf(db, teamId, "AR_STORAGE")]);
  const flows = meteredResources.filter((resource) => !resource.endsWith("_STORAGE"));
  const used = await Promise.all(
    flows.map((resource) =>
      // No package includes AI, so its figure is what LAND paid for, without free models.
      resource === "AI_RPC" ? paidSince(db, teamId, resource, since) : usage.since(db, teamId, resource, since),
    ),
  );
  const sizes: [MeteredResource, bigint][] = [
    ["IPFS_STORAGE", ipfs],
    ["AR_STORAGE", arweave],
    ...flows.map((resource, at): [MeteredResource, bigint] => [resource, used[at]!]),
  ];
  return {
    combo: {
      package: name,
      efficientAt: secondsOf(since),
      invalidAt: endsAt ? secondsOf(endsAt) : null,
      resourceItems: held.map(({ resource, allowed }) => itemOf(resource, allowed)),
      consumeItems: held.map(({ resource, used: of, allowed }) => itemOf(resource, of < allowed ? of : allowed)),
    },
    realTimeItems: sizes.map(([resource, size]) => itemOf(resource, size)),
    added: addedTo(grants, chargeResult),
    totalIpfsStorage: Number(ipfs),
    totalArStorage: Number(arweave),
  };
};

const itemOf = (resourceType: MeteredResource, size: bigint) => ({ resourceType, size: Number(size) });

/** Of the package's month, or the trial. A team without a package has no usage. */
const startOf = (grants: readonly Grant[], name: string): Date =>
  grants.findLast((grant) => grant.package === name && grant.resource !== "AR_STORAGE")?.starts_at ?? new Date();

const isAdded = (grant: Grant): grant is Grant & { package: AddedPackage } =>
  addedPackages.some((name) => name === grant.package);

/** Includes unsettled usage. */
const addedTo = (grants: readonly Grant[], { consumed }: ChargeResult) =>
  grants
    .filter(isAdded)
    .filter(isActive)
    .toSorted((a, b) => endOf(a) - endOf(b))
    .map((grant) => ({
      package: grant.package,
      resourceType: grant.resource,
      size: Number(grant.amount),
      left: Number(grant.amount - (consumed.get(grant.id) ?? grant.consumed)),
      invalidAt: grant.ends_at ? secondsOf(grant.ends_at) : null,
    }));

const endOf = ({ ends_at }: Grant): number => ends_at?.getTime() ?? Infinity;
