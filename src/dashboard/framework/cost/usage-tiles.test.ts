import { expect, test } from "vitest";
import { usageTiles } from "./usage-tiles.ts";

test("tiles show usage of each allowance, without resources the team does not have", () => {
  const tiles = usageTiles({
    package: "TRIAL",
    endsAt: 1,
    projects: 1200,
    deployments: 3,
    items: [
      { resourceType: "AR_STORAGE", used: 0, allowed: 1024, left: 1024 },
      { resourceType: "BUILD_TIME", used: 90, allowed: 3000, left: 2910 },
      { resourceType: "TRAFFIC", used: 3072, allowed: 2048, left: 0 },
      { resourceType: "COMPUTE_UNIT", used: 0, allowed: 0, left: 0 },
      { resourceType: "AI_RPC", used: 12, allowed: 0, left: 0 },
      { resourceType: "IPFS_STORAGE", used: 512 * 1024 ** 2, allowed: 1024 ** 3, left: 512 * 1024 ** 2 },
    ],
  });
  expect(tiles.map(({ title, value, unit, note, share }) => [title, value, unit, note, share])).toEqual([
    ["Projects", "1,200", undefined, "3 deployments", undefined],
    ["IPFS storage", "512", "MB", "of 1 GB", 0.5],
    ["Traffic", "3", "KB", "of 2 KB, the rest paid in LAND", 1],
    ["Build time", "1.5", "min", "of 50 min", 0.03],
    ["AI", "12", undefined, "paid in LAND", undefined],
  ]);
});
