/** Boost's frame and home on a phone. */
import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test, welcomeNewcomers } from "../../support/browser/browser.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { fits } from "../../support/browser/team-screens.ts";
import { answerDevWallet, heading } from "../../support/account/visitor.ts";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud({}, { newcomers: true });
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const node = (page: Page) => page.getByRole("region", { name: "Your node" });

/** Adds points to the only invited node, as time would. */
const earn = async (points: number): Promise<void> => {
  await cloud.database.db
    .updateTable("boost_node")
    .set({ computed: String(BigInt(points) * 360_000n * 1_000_000n), compute_timestamp: Math.floor(Date.now() / 1000) })
    .where("inviter_id", "is not", null)
    .execute();
};

describe("Boost on a phone", () => {
  test("is viewed signed out, joined by an invite link, collected from and left", async ({ openProfile }) => {
    const inviter = await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()));
    const personal = { authorization: inviter.accessToken, "content-type": "application/json" };
    const made = await fetch(`${cloud.url}/api/boost/node/create`, { method: "POST", headers: personal, body: "{}" });
    const { token } = ((await made.json()) as { data: { token: string } }).data;
    const told = await fetch(`${cloud.url}/api/boost/node/info`, { headers: { authorization: `Bearer ${token}` } });
    const { inviteCode } = ((await told.json()) as { data: { inviteCode: string } }).data;

    const profile = await openProfile(phone);
    await welcomeNewcomers(profile);
    const page = await profile.newPage();
    // The landing page shows the inviter and the bonus.
    await page.goto(`${cloud.url}/?inviteCode=${inviteCode}`);
    await expect(page.getByText(/^0x.+ invited you\. .+ to earn \+10 points per hour/)).toBeVisible();
    await page.goto(`${cloud.url}/boost/explore/abc`);
    await expect(heading(page, "Node not found")).toBeVisible();
    await page.goto(`${cloud.url}/boost?inviteCode=${inviteCode}`);
    await expect(heading(page, "Run a node. Collect points.")).toBeVisible();
    await expect(page.getByText(/^You're invited/)).toBeVisible();
    await expect(page.getByRole("region", { name: "First tasks" })).toBeVisible();
    await fits(page);
    expect(await complaintsAbout(page)).toEqual([]);

    // Leaderboard clicks send a logged-out user to /login; logging in would return there.
    await page
      .getByRole("navigation", { name: "Boost pages", exact: true })
      .getByRole("link", { name: "Leaderboard" })
      .click();
    await expect(page).toHaveURL(`${cloud.url}/login`);
    expect(await page.evaluate(() => localStorage.getItem("loginTo"))).toBe("/boost/leaderboard");
    await page.goBack();

    // Logging in returns here.
    await page.getByRole("main").getByRole("button", { name: "Connect wallet" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Dev wallet/ })
      .click();
    await answerDevWallet(page, "Connect");
    await answerDevWallet(page, "Sign");
    await expect(node(page)).toContainText("40 points per hour");
    await expect(node(page)).toContainText("30 base + 10 boosts");
    expect(new URL(page.url()).pathname).toBe("/boost");

    // Mobile shows a strip with points and points-per-hour rate.
    const strip = page.getByRole("button", { name: /points history/ }).filter({ visible: true });
    await expect(strip).toContainText("Points0");
    await expect(page.getByText("Per hour40")).toBeVisible();

    // Each entry of the bottom bar is readable in full.
    const cutOff = await page
      .getByRole("navigation", { name: "Boost pages", exact: true })
      .getByRole("link")
      .evaluateAll((links) =>
        links.flatMap((link) => {
          const words = document.createRange();
          words.selectNodeContents(link);
          const { left, right } = words.getBoundingClientRect();
          const box = link.getBoundingClientRect();
          return left < Math.max(0, box.left - 0.5) || right > Math.min(390, box.right + 0.5) ? [link.textContent] : [];
        }),
      );
    expect(cutOff).toEqual([]);

    // At capacity the node is full; its points appear once the server has sent them.
    await earn(300);
    await page.reload();
    await expect(node(page).getByText("Your node is full. Collect to keep earning.")).toBeVisible();
    await expect(node(page)).toContainText("300 points to collect");
    // Collecting is in the first screen, also of the mini app's short window, and is celebrated.
    const collect = node(page).getByRole("button", { name: "Collect" });
    const { y, height } = (await collect.boundingBox())!;
    expect(y + height).toBeLessThan(600);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await collect.click();
    await expect(page.locator("canvas[data-celebration='48']")).toBeAttached();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect(page.getByText("Collected 300 points")).toBeVisible();
    await expect(strip).toContainText("Points300");
    await expect(node(page).getByText(/^Your node is full/)).toBeHidden();
    await fits(page);
    expect(await complaintsAbout(page)).toEqual([]);

    // The displayed total equals the sum of the itemized history.
    await strip.click();
    const history = page.getByRole("dialog", { name: "Points history" });
    await expect(history.getByText("Total 300 points")).toBeVisible();
    await expect(history.getByRole("listitem")).toHaveCount(1);
    await expect(history.getByRole("listitem")).toContainText("I collected 300 points+300");
    expect(await complaintsAbout(page)).toEqual([]);
    await history.getByRole("button", { name: "Close" }).click();

    // An incorrect secret word is answered beside its field.
    await page.getByRole("button", { name: "Enter word" }).click();
    const word = page.getByRole("dialog", { name: "Mystery word" });
    await word.getByLabel("Secret word").fill("nettle");
    await word.getByRole("button", { name: "Submit" }).click();
    await expect(word.getByRole("alert")).toHaveText("Incorrect secret word. Try another one.");
    expect(await complaintsAbout(page)).toEqual([]);
    await word.getByRole("button", { name: "Cancel" }).click();

    // Offline a call offers a retry, and is completed when the network is back.
    await earn(100);
    await profile.setOffline(true);
    await node(page).getByRole("button", { name: "Collect" }).click();
    const noNetwork = page.getByRole("dialog", { name: "Network error" });
    await expect(noNetwork.getByRole("button", { name: "Retry" })).toBeVisible();
    await profile.setOffline(false);
    await noNetwork.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText(/^Collected 100(\.\d+)? points$/)).toBeVisible();
    await expect(page.getByText(/^Collected /)).toHaveCount(0);

    // Offline a panel keeps its last entries; with the network it gets the new one.
    await profile.setOffline(true);
    await strip.click();
    await noNetwork.getByRole("button", { name: "Cancel" }).click();
    await expect(history.getByRole("listitem")).toHaveCount(1);
    await profile.setOffline(false);
    await expect(history.getByRole("listitem")).toHaveCount(2);
    await history.getByRole("button", { name: "Close" }).click();

    // An expired node token is replaced: a signed-in user never sees 'Access denied!'.
    await earn(100);
    await page.evaluate(() => localStorage.setItem("nodeToken", "node_ended"));
    await node(page).getByRole("button", { name: "Collect" }).click();
    await expect(page.getByText(/^Collected 100(\.\d+)? points$/)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("nodeToken"))).not.toBe("node_ended");

    // Neither the activation nor the first-deposit dialog appears on paths containing boost, nor does the assistant.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Ask the assistant" })).toHaveCount(0);

    // Logout clears local storage and reloads.
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu.getByRole("link")).toHaveText(["Home", "Leaderboard", "Airdrop", "Dashboard"]);
    await expect(menu.getByRole("link", { name: "Dashboard" })).toHaveAttribute("href", "/overview");
    expect(await complaintsAbout(page)).toEqual([]);
    await Promise.all([page.waitForEvent("load"), menu.getByRole("button", { name: "Log out" }).click()]);
    await expect(heading(page, "Run a node. Collect points.")).toBeVisible();
    expect(
      await page.evaluate(() => ["token", "nodeToken", "authData"].filter((key) => localStorage.getItem(key))),
    ).toEqual([]);
    expect(cloud.faults).toEqual([]);
  });
});
