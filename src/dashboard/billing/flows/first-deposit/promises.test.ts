import { expect, test } from "vitest";
import { firstDepositOfferSeconds, firstDepositPoints } from "../../../../../resources/billing/deposits.ts";
import { packageSizes } from "../../../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import { firstDepositPromises } from "./promises.ts";

/** The promises' names for resources of the standard package. */
const names: Readonly<Partial<Record<MeteredResource, string>>> = {
  IPFS_STORAGE: "6 GB on IPFS",
  AR_STORAGE: "100 MB on Arweave",
  TRAFFIC: "100 GB of traffic",
  BUILD_TIME: "250 build minutes",
};

test("/first-landing promises exactly the packages that the first deposit grants", () => {
  const { FREE, STANDARD } = packageSizes;
  const raised = Object.keys(STANDARD).filter((key) => {
    const resource = key as MeteredResource;
    return STANDARD[resource]! > (FREE[resource] ?? 0);
  });
  expect(raised.toSorted()).toEqual(Object.keys(names).toSorted());
  for (const text of Object.values(names)) expect(firstDepositPromises[0]).toContain(text);
});

test("/first-landing promises the declared points, as long as the offer lasts", () => {
  expect(firstDepositOfferSeconds).toBe(3 * 86_400);
  const points = firstDepositPromises[1]!.match(/\d+(?= points)/g);
  expect(points).toEqual([String(firstDepositPoints.inTime), String(firstDepositPoints.later)]);
});
