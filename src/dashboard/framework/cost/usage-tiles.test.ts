import { expect, test } from "vitest";
import { fullestMeter, usageMeters, type TeamUsage } from "./usage-tiles.ts";

const usage: TeamUsage = {
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
};

test("meters show usage of each allowance, without resources the team does not have", () => {
  expect(usageMeters(usage).map(({ title, text, share, note }) => [title, text, share, note])).toEqual([
    ["IPFS storage", "512 MB / 1 GB", 0.5, undefined],
    ["Arweave storage", "0 B / 1 KB", 0, undefined],
    ["Traffic", "3 KB / 2 KB", 1, "Paid from your balance"],
    ["Build time", "1.5 min / 50 min", 0.03, undefined],
    ["AI", "12", undefined, "Paid from your balance"],
  ]);
});

test("the fullest resource is the one of which the largest share is used, and only those with an allowance count", () => {
  expect(fullestMeter(usage)).toMatchObject({ title: "Traffic", share: 1 });
  const [, , , , paid] = usage.items;
  expect(fullestMeter({ ...usage, items: [paid!] })).toBeUndefined();
});
