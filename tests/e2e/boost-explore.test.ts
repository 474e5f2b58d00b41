/** What there is to do in Boost beside collecting, on a phone: exploring, signing, tasks, cards, and sharing one's link. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe } from "vitest";
import { boostMessages } from "../../resources/boost/messages.ts";
import { createLedger } from "../../src/cloud/ledger/create-ledger.ts";
import { complaintsAbout } from "../support/accessibility.ts";
import { expect, test } from "../support/browser.ts";
import { testCloud, type TestCloud } from "../support/cloud.ts";
import { enterWithKey } from "../support/enter.ts";
import { readQrCode } from "../support/qr-code.ts";
import { signIn } from "../support/sign-in.ts";
import { fits } from "../support/team-screens.ts";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud();
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const newAccount = () => privateKeyToAccount(generatePrivateKey());
const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });

/** A second person's node, with points in it that nobody has collected. */
const somebodyWith = async (points: number): Promise<string> => {
  const { accessToken } = await signIn(cloud.url, newAccount());
  const headers = { authorization: accessToken, "content-type": "application/json" };
  await fetch(`${cloud.url}/api/boost/node/create`, { method: "POST", headers, body: "{}" });
  const { id } = await cloud.database.db
    .updateTable("boost_node")
    .set({ computed: String(BigInt(points) * 360_000n * 1_000_000n), compute_timestamp: Math.floor(Date.now() / 1000) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

const nodeOf = (id: string) =>
  cloud.database.db.selectFrom("boost_node").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Puts whole LAND on the balance of whoever is not that node's person. */
const giveLandBeside = async (nodeId: string, land: bigint): Promise<void> => {
  const { db } = cloud.database;
  const { person_id: personId } = await nodeOf(nodeId);
  const { id: teamId } = await db
    .selectFrom("team")
    .select("id")
    .where("owner_id", "!=", personId)
    .executeTakeFirstOrThrow();
  await db.transaction().execute((trx) =>
    createLedger().post(trx, {
      id: randomUUID(),
      from: { system: "world", unit: "LAND" },
      to: { teamId, unit: "LAND" },
      amount: land * 10n ** 18n,
      reason: "Deposit",
    }),
  );
};

describe("Boost beside the node, on a phone", () => {
  test("explore with a captcha, sign, do a task, buy cards and share the link as a picture", async ({
    openProfile,
  }) => {
    const explored = await somebodyWith(200);
    const page = await (await openProfile(phone)).newPage();
    await page.goto(`${cloud.url}/boost/explore`);
    await expect(page.getByText("Explore with a node of your own")).toBeVisible();
    expect(await complaintsAbout(page)).toEqual([]);

    // Whoever explores takes half at most, of what the other has not collected.
    await enterWithKey(page, cloud.url, newAccount());
    await page.goto(`${cloud.url}/boost/explore`);
    await expect(panel(page, "Explorations")).toContainText("3 of 3");
    await button(page, "Explore").click();
    await expect(page.getByText(/^found at 0x/)).toBeVisible();
    await expect(panel(page, "Explorations")).toContainText("2 of 3");
    await fits(page);
    expect(await complaintsAbout(page)).toEqual([]);
    await button(page, "Collect").click();
    await expect(page.getByText(/^Collected [\d.]+ points$/)).toBeVisible();
    const lost = Number((await nodeOf(explored)).lost);
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThanOrEqual(101_000_000);
    await page.reload();
    await expect(page.getByText("Collected before")).toBeVisible();

    // A node is found on the leaderboard too; a protected one gives nothing, and takes no exploration.
    await page.goto(`${cloud.url}/boost/leaderboard`);
    await expect(page.getByLabel("Your place: 1")).toBeVisible();
    await fits(page);
    expect(await complaintsAbout(page)).toEqual([]);
    const until = Math.floor(Date.now() / 1000) + 3600;
    await cloud.database.db
      .updateTable("boost_node")
      .set({ protect_expired_at: until })
      .where("id", "=", explored)
      .execute();
    await page.getByRole("link", { name: /^Explore 0x/ }).click();
    await button(page, "Explore").click();
    await expect(page.getByText("This node is protected now. Please explore another one.")).toBeVisible();
    await expect(panel(page, "Explorations")).toContainText("2 of 3");

    // Daily sign: free first, raised with LAND once there is some.
    await page.goto(`${cloud.url}/boost`);
    const sign = panel(page, "Daily sign-in");
    await sign.getByRole("button", { name: "Free: +1/h" }).click();
    await expect(page.getByText("Day 1: +1 point/h for 24 hours.")).toBeVisible();
    const raise = sign.getByRole("button", { name: "Raise to +10/h for 50,000 LAND" });
    await raise.click();
    await expect(page.getByText(/^Insufficient LAND/)).toBeVisible();
    await sign.getByRole("button", { name: "Claim LAND" }).click();
    await expect(page.getByRole("dialog", { name: "Claim LAND" })).toBeVisible();
    await page.keyboard.press("Escape");
    await giveLandBeside(explored, 74_000n);
    await raise.click();
    await expect(sign.getByText("Signed for today.")).toBeVisible();

    const task = panel(page, "Tasks").getByRole("listitem").filter({ hasText: "Link a wallet" });
    await task.getByRole("button", { name: "Claim" }).click();
    await expect(page.getByText("Yours: +5 points/h for 24 hours.")).toBeVisible();
    await expect(task.getByRole("img", { name: "Done" })).toBeVisible();

    const cards = panel(page, "Cards").getByRole("listitem");
    const more = cards.filter({ hasText: "One more exploration" });
    await more.getByRole("button", { name: "One more" }).click();
    await more.getByRole("button", { name: "Buy for 4,000 LAND" }).click();
    await expect(page.getByText("You have 2 Explore cards more")).toBeVisible();
    await cards.filter({ hasText: "Nobody takes" }).getByRole("button").click();
    await expect(page.getByText("You have 1 Protect card more")).toBeVisible();
    await expect(panel(page, "Cards")).toContainText("Balance: 0 LAND");

    // The picture comes after its background; without that it says so, and is tried again.
    await page.route(/background.*\.svg/, (route) => route.abort(), { times: 1 });
    await button(page, "Share image").click();
    const dialog = page.getByRole("dialog", { name: "Invite with a picture" });
    await expect(dialog.getByRole("heading", { name: boostMessages.shareImageFailed })).toBeVisible();
    await dialog.getByRole("button", { name: "Retry" }).click();
    const picture = dialog.getByRole("img", { name: /^Invitation of 0x/ });
    await expect(picture).toBeVisible();
    const link = await panel(page, "Invite friends").locator("[title^=http]").getAttribute("title");
    expect(await readQrCode(picture)).toBe(link);
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe("freehold-invitation.png");
    await page.keyboard.press("Escape");
    await fits(page);
    expect(await complaintsAbout(page)).toEqual([]);
  });
});
