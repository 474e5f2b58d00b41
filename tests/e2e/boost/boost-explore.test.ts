/**
 * Boost features besides collecting, on a phone: exploring, daily sign-in, tasks, cards, and sharing the invite link.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe } from "vitest";
import { boostStage } from "../../../resources/boost/limits.ts";
import { boostMessages } from "../../../resources/boost/messages.ts";
import { createLedger } from "../../../src/cloud/billing/ledger/create-ledger.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { enterWithKey } from "../../support/account/enter.ts";
import { dayThatLasts } from "../../support/day.ts";
import { readQrCode } from "../../support/browser/qr-code.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { fits } from "../../support/browser/team-screens.ts";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud();
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const newAccount = () => privateKeyToAccount(generatePrivateKey());
const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });

/** Creates a second user's node with uncollected points. */
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

/** Credits whole LAND to the owner of the other node. */
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

/** Returns the invite code of a node's user. */
const inviteCodeOf = async (nodeId: string): Promise<string> => {
  const { person_id: personId } = await nodeOf(nodeId);
  const code = "2345678923";
  await cloud.database.db.updateTable("person").set({ invite_code: code }).where("id", "=", personId).execute();
  return code;
};

/** Creates a project without remaining budget. */
const emptiedProject = (name: string) =>
  cloud.database.db
    .insertInto("boost_project")
    .values({
      id: randomUUID(),
      name,
      description: "Gave points to nodes.",
      starts_at: Math.floor(Date.now() / 1000) - 60,
      ends_at: Math.floor(Date.now() / 1000) + 86_400,
      least_points: "0",
      points_each: "5",
      points_pot: "5",
      points_given: "5",
      usd_each: "0",
      usd_pot: "0",
      usd_given: "0",
    })
    .execute();

describe("Boost features on a phone", () => {
  test("explore with a captcha, sign, do a task, buy cards and share the link as an image", async ({ openProfile }) => {
    await dayThatLasts(3);
    const explored = await somebodyWith(200);
    const page = await (await openProfile(phone)).newPage();
    await page.goto(`${cloud.url}/boost/explore`);
    await expect(page.getByText("Explore with your node")).toBeVisible();
    expect(await complaintsAbout(page)).toEqual([]);

    // An explorer collects at most half of the uncollected points.
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
    await expect(page.getByText("Already collected", { exact: true })).toBeVisible();

    // Nodes can be explored from the leaderboard too; a protected one yields nothing and uses no exploration.
    await page.goto(`${cloud.url}/boost/leaderboard`);
    await expect(page.getByLabel("Your rank: 1")).toBeVisible();
    await page.getByRole("button", { name: "This week" }).click();
    await expect(page.getByRole("list", { name: "Leagues" }).locator("[aria-current]")).toContainText("Bronze");
    await expect(page.getByText(/points to Silver\. The week ends in/)).toBeVisible();
    await fits(page);
    expect(await complaintsAbout(page)).toEqual([]);
    await page.getByRole("button", { name: "Friends" }).click();
    await expect(page.getByText("Invite friends on the Boost home page to compete with them.")).toBeVisible();
    await page.getByRole("button", { name: "Overall" }).click();
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
    await expect(page.getByText("This node is protected. Explore another one.")).toBeVisible();
    await expect(panel(page, "Explorations")).toContainText("2 of 3");

    // Spending LAND requires a confirmation.
    const spend = (dollars: string) =>
      page
        .getByRole("dialog")
        .getByRole("button", { name: `Spend ${dollars}`, exact: true })
        .click();
    // Daily sign-in: free first, upgraded with LAND once there is some.
    await page.goto(`${cloud.url}/boost`);
    const sign = panel(page, "Daily sign-in");
    await sign.getByRole("button", { name: "Free: +1/h" }).click();
    await expect(page.getByText("Day 1: +1 point/h until the end of tomorrow (UTC).")).toBeVisible();
    const raise = sign.getByRole("button", { name: "Raise to +10/h for $0.05 (50,000 LAND)" });
    await expect(raise).toBeDisabled();
    await sign.getByRole("button", { name: "Deposit" }).click();
    await expect(page.getByRole("dialog", { name: "Claim LAND" })).toBeVisible();
    await page.keyboard.press("Escape");
    await giveLandBeside(explored, 74_000n);
    await page.reload();
    await raise.click();
    await spend("$0.05");
    await expect(sign.getByText("Signed in for today.")).toBeVisible();
    await expect(sign.getByText("1 day in a row")).toBeVisible();
    await expect(sign.getByRole("img", { name: "Signed in on 1 day of the last five weeks" })).toBeVisible();

    const task = panel(page, "Tasks").getByRole("listitem").filter({ hasText: "Link a wallet" });
    await task.getByRole("button", { name: "Claim" }).click();
    await expect(page.getByText("You earned +5 points/h for 24 hours.")).toBeVisible();
    await expect(task.getByRole("img", { name: "Done" })).toBeVisible();

    const cards = panel(page, "Cards").getByRole("listitem");
    const more = cards.filter({ hasText: "Adds one exploration" });
    await more.getByRole("button", { name: "Increase" }).click();
    await more.getByRole("button", { name: "Buy for $0.0040 (4,000 LAND)" }).click();
    await spend("$0.0040");
    await expect(page.getByText("Bought 2 Explore cards")).toBeVisible();
    await cards.filter({ hasText: "Protects your points" }).getByRole("button").click();
    await spend("$0.02");
    await expect(page.getByText("Bought 1 Protect card")).toBeVisible();
    await expect(panel(page, "Cards")).toContainText("Balance: $0.00");

    // A user without an inviter can name one with the first stage, and is not asked again.
    await giveLandBeside(explored, 2n * boostStage.land);
    await page.reload();
    const stage = (title: string) => panel(page, "Stages").getByRole("listitem").filter({ hasText: title });
    await stage("Storage").getByRole("button").click();
    const opening = page.getByRole("dialog", { name: "Open storage?" });
    expect(await complaintsAbout(page)).toEqual([]);
    await opening.getByLabel("Invite code").fill("MISTYPED");
    await spend("$1.00");
    await expect(page.getByText(boostMessages.inviteCodeUnknown)).toBeVisible();
    await expect(panel(page, "Stages")).toContainText("Balance: $2.00 · 2 M LAND");
    await stage("Storage").getByRole("button").click();
    await opening.getByLabel("Invite code").fill(await inviteCodeOf(explored));
    await spend("$1.00");
    await expect(stage("Storage")).toContainText("Open");
    const invited = await cloud.database.db
      .selectFrom("boost_node")
      .select("inviter_id")
      .where("id", "!=", explored)
      .execute();
    expect(invited).toEqual([{ inviter_id: explored }]);
    await stage("Compute").getByRole("button").click();
    await expect(page.getByRole("dialog", { name: "Open compute?" }).getByRole("textbox")).toHaveCount(0);
    await spend("$1.00");
    await expect(stage("Compute")).toContainText("Open");

    // A project without remaining budget shows the reason.
    await emptiedProject("Dry well");
    await page.reload();
    const dry = panel(page, "Projects").getByRole("listitem").filter({ hasText: "Dry well" });
    await expect(dry).toContainText("All rewards have been claimed.");
    await expect(dry.getByRole("button", { name: /^Claim/ })).toBeDisabled();
    await fits(page);

    // The image appears after its background; if it fails, an error and a retry button appear.
    await page.route(/background.*\.svg/, (route) => route.abort(), { times: 1 });
    await button(page, "Share image").click();
    const dialog = page.getByRole("dialog", { name: "Share invite image" });
    await expect(dialog.getByRole("heading", { name: boostMessages.shareImageFailed })).toBeVisible();
    await dialog.getByRole("button", { name: "Retry" }).click();
    const picture = dialog.getByRole("img", { name: /^Invitation from 0x/ });
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
