import { expect, test } from "vitest";
import { usageTiles } from "./usage-tiles.ts";

test("tiles show usage of each allowance, without resources the team does not have", () => {
  const tiles = usageTiles({
    package: "TRIAL",
    endsAt: 1,
    projects: 1200,
    deployments: 3,
    items: [
      { resourceType: "AR_STORAGE", used: 0, allowed: 1024 },
      { resourceType: "BUILD_TIME", used: 90, allowed: 3000 },
      { resourceType: "COMPUTE_UNIT", used: 0, allowed: 0 },
      { resourceType: "IPFS_STORAGE", used: 512 * 1024 ** 2, allowed: 1024 ** 3 },
    ],
  });
  expect(tiles.map(({ title, value, unit, note, share }) => [title, value, unit, note, share])).toEqual([
    ["Projects", "1,200", undefined, "3 deployments", undefined],
    ["IPFS storage", "512", "MB", "of 1 GB", 0.5],
    ["Build time", "1.5", "min", "of 50 min", 0.03],
  ]);
});
