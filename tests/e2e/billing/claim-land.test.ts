/** Claims LAND in a real browser, with a wallet that signs and running chains. */
import type { Page } from "playwright";
import { generatePrivateKey } from "viem/accounts";
import { beforeAll, describe } from "vitest";
import { chainMessages } from "../../../resources/chains/messages.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { answerDevWallet, heading, signInWithDevWallet } from "../../support/account/visitor.ts";
import { injectWallets, walletBrands } from "../../support/chains/wallet/inject.ts";
import { Contract, JsonRpcProvider, Network } from "ethers";
import type { ChainKey } from "../../../resources/chains/chains.ts";
import { rechargeAbi } from "../../../resources/chains/contracts.ts";
import type { RuntimeConfig } from "../../../resources/runtime-config.ts";

/** Returns the LAND ×1e18 that a running server's chain has minted for an account, queried like any client. */
const mintedOn = async (url: string, key: ChainKey, euid: string): Promise<bigint> => {
  const { chains } = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  const chain = chains.find((candidate) => candidate.key === key)!;
  const bare = new Network(key, chain.chainId);
  const provider = new JsonRpcProvider(`${url}${chain.rpcUrl}`, bare, { staticNetwork: bare });
  try {
    const recharge = new Contract(chain.contracts["recharge"]!, rechargeAbi, provider);
    return (await recharge.minted!(euid)) as bigint;
  } finally {
    provider.destroy();
  }
};

let url: string;
beforeAll(async () => ({ url } = await testCloud({ EVM_BLOCK_MS: "20" })));

const claimButton = (page: Page) => page.getByRole("button", { name: "Claim LAND", exact: true });
const chain = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const stored = <T>(page: Page, key: string): Promise<T> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name)!) as T, key);
/** Gets test coins after the insufficient balance message, which must appear once. */
const getTestCoins = async (page: Page): Promise<void> => {
  await expect(page.getByText(chainMessages.insufficientFunds)).toHaveCount(1);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const get = page.getByRole("button", { name: "Get test coins" });
  await get.click();
  await expect(get).toBeHidden();
};
const balanceOf = async (page: Page): Promise<string> => {
  const { accessToken } = await stored<{ accessToken: string }>(page, "authData");
  const answer = await fetch(`${url}/api/bill-consume/assets`, { headers: { authorization: accessToken } });
  return ((await answer.json()) as { data: { land: string } }).data.land;
};

describe("/claim", () => {
  test("a new user claims 5,000,000 LAND on two chains, one unknown to the wallet, with a declined request, an insufficient balance and a lost network", async ({
    page,
  }) => {
    await page.goto(`${url}/claim`);
    await expect(chain(page, "Polygon")).toBeChecked();
    const chains = page.getByRole("group", { name: "Chain" });
    const logos = chains.getByRole("presentation");
    await expect(logos).toHaveCount(await chains.getByRole("radio").count());
    const loaded = () =>
      logos.evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth > 0));
    await expect.poll(loaded).toBe(true);
    await page.getByText("Ethereum", { exact: true }).click();
    await expect(page.getByText("0.002 ETH")).toBeVisible();
    expect(await complaintsAbout(page)).toEqual([]);

    // Signed out: paying starts with a sign-in on this page.
    await claimButton(page).click();
    await page.getByRole("button", { name: /Dev wallet/ }).click();
    await answerDevWallet(page, "Connect");
    await answerDevWallet(page, "Sign");

    // A new wallet is empty.
    await getTestCoins(page);

    await claimButton(page).click();
    await answerDevWallet(page, "Reject");
    await expect(page.getByText(chainMessages.transactionCanceled)).toBeVisible();
    await claimButton(page).click();
    await expect(page.getByRole("dialog", { name: /^Dev wallet/ })).toContainText("0.002 ETH");
    await answerDevWallet(page, "Send");
    await expect(page.getByRole("heading", { name: chainMessages.landClaimed })).toBeVisible();
    await expect(page.getByText("Your balance is $5.00 (5,000,000 LAND).")).toBeVisible();
    expect(await complaintsAbout(page)).toEqual([]);

    // The wallet does not have this chain: selecting it asks to add it.
    await page.getByRole("button", { name: "Claim more" }).click();
    await page.getByText("Polygon", { exact: true }).click();
    await answerDevWallet(page, "Add");
    await page.getByText("US dollar coin", { exact: true }).click();
    await expect(page.getByText("5.00 USD")).toBeVisible();
    await page.getByText("POL", { exact: true }).click();
    await claimButton(page).click();
    await getTestCoins(page);
    await page.getByText("US dollar coin", { exact: true }).click();
    // The network fails just before the wallet request, and again while the deposit is pending.
    await page.context().setOffline(true);
    await claimButton(page).click();
    const lost = page.getByRole("dialog", { name: chainMessages.chainNetworkError });
    await expect(lost).toBeVisible();
    await page.context().setOffline(false);
    await lost.getByRole("button", { name: "Retry" }).click();
    await answerDevWallet(page, "Sign");
    const sent = page.waitForRequest((request) => request.postData()?.includes("eth_sendRawTransaction") ?? false);
    await answerDevWallet(page, "Send");
    await (await sent).response();
    await page.context().setOffline(true);
    await expect.poll(() => balanceOf(page)).toBe(String(10_000_000n * 10n ** 18n));
    await page.context().setOffline(false);
    await expect(page.getByText("Your balance is $10.00 (10,000,000 LAND).")).toBeVisible();

    const { euid } = await stored<{ euid: string }>(page, "userInfo");
    const half = 5_000_000n * 10n ** 18n;
    expect(await mintedOn(url, "ethereum", euid)).toBe(half);
    expect(await mintedOn(url, "polygon", euid)).toBe(half);
    expect(await balanceOf(page)).toBe(String(2n * half));
    expect(await page.evaluate(() => localStorage.getItem("payBy"))).toBe("polygon");
  });

  test("over a page that needs LAND it closes once LAND is credited, and the page counts it", async ({ page }) => {
    await signInWithDevWallet(page, url);
    await page.goto(`${url}/overview`);
    await page.getByRole("main").getByRole("button", { name: "Deposit" }).click();
    const dialog = page.getByRole("dialog", { name: "Claim LAND" });
    await dialog.getByText("Ethereum", { exact: true }).click();
    await dialog.getByRole("button", { name: "Claim LAND", exact: true }).click();
    await dialog.getByRole("button", { name: "Get test coins" }).click();
    await expect(dialog.getByRole("button", { name: "Get test coins" })).toBeHidden();
    await dialog.getByRole("button", { name: "Claim LAND", exact: true }).click();
    await answerDevWallet(page, "Send");
    await expect(page.getByText(chainMessages.landClaimed)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("main")).toContainText("$5.00");
    await expect(page.getByText("5 M LAND")).toHaveAttribute("title", "5,000,000 LAND");
  });

  test("a browser wallet on this server's chains is offered too; on the public network it is refused before anything is sent", async ({
    openProfile,
  }) => {
    const profile = await openProfile();
    await injectWallets(profile, [
      {
        ...walletBrands.metaMask,
        privateKey: generatePrivateKey(),
        chains: [
          { chainId: 1, name: "Ethereum", rpcUrl: `${url}/chain/ethereum` },
          { chainId: 137, name: "Polygon", rpcUrl: `${url}/public-polygon` },
        ],
      },
    ]);
    const page = await profile.newPage();
    await publicPolygon(page);
    await enterAsNewUser(page, url);
    await page.goto(`${url}/first-landing`);
    await page.getByText("MetaMask", { exact: true }).click();
    await claimButton(page).click();
    await expect(page.getByRole("alert")).toContainText(chainMessages.publicNetwork);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const requests = await page.evaluate(() => window.walletControls["io.metamask"]!.requests.map(({ kind }) => kind));
    expect(requests).toEqual(["connect", "switch-chain"]);
  });

  test("the sign-in wallet is refused visibly while it is on the public network, and another one pays only when chosen", async ({
    openProfile,
  }) => {
    const profile = await openProfile();
    await injectWallets(profile, [
      {
        ...walletBrands.metaMask,
        privateKey: generatePrivateKey(),
        chains: [{ chainId: 137, name: "Polygon", rpcUrl: `${url}/public-polygon` }],
      },
    ]);
    const page = await profile.newPage();
    await publicPolygon(page);
    await page.goto(`${url}/login`);
    await page.getByRole("button", { name: /MetaMask/ }).click();
    await expect(heading(page, /^Overview/)).toBeVisible();
    await page.goto(`${url}/claim`);
    const refusal = page.getByRole("alert");
    await expect(refusal).toContainText("MetaMask can't pay here");
    await expect(refusal).toContainText(chainMessages.publicNetwork);
    expect(await complaintsAbout(page)).toEqual([]);
    await claimButton(page).click();
    await expect(claimButton(page)).toBeEnabled();
    await expect(refusal).toContainText(chainMessages.publicNetwork);
    await refusal.getByRole("button", { name: "Use Dev wallet" }).click();
    await expect(refusal).toBeHidden();
    await claimButton(page).click();
    await answerDevWallet(page, "Connect");
    await answerDevWallet(page, "Add");
    await getTestCoins(page);
    // Buying asks before another wallet pays.
    await page.goto(`${url}/billing/purchase`);
    await page.getByRole("button", { name: "Buy resource" }).click();
    const question = page.getByRole("dialog", { name: "MetaMask can't pay here" });
    await expect(question).toContainText(chainMessages.publicNetwork);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("button", { name: "Buy resource" })).toBeEnabled();
  });

  test("a wallet is required: without any the user is asked to install one, and a chosen one that is missing links to its download", async ({
    page,
  }) => {
    await publicCloud(page);
    await enterAsNewUser(page, url);
    await signedInWith(page, "BROWSER");
    await page.goto(`${url}/claim`);
    await claimButton(page).click();
    await expect(page.getByText(chainMessages.walletMissing)).toBeVisible();
    await signedInWith(page, "METAMASK");
    await page.reload();
    await claimButton(page).click();
    const missing = page.getByRole("dialog", { name: "MetaMask is not installed" });
    await expect(missing.getByRole("button", { name: "Install" })).toBeVisible();
    await missing.getByRole("button", { name: "Cancel" }).click();
    await expect(claimButton(page)).toBeEnabled();
  });
});

/** Simulates a user signed in with this wallet type. */
const signedInWith = async (page: Page, walletType: string): Promise<void> => {
  const { accessToken } = await stored<{ accessToken: string }>(page, "authData");
  const answer = await fetch(`${url}/api/auth/user`, { headers: { authorization: `Bearer ${accessToken}` } });
  const { data: user } = (await answer.json()) as { data: { wallet: object } };
  const changed = JSON.stringify({ ...user, wallet: { ...user.wallet, walletType } });
  await page.evaluate((text) => localStorage.setItem("userInfo", text), changed);
};

/** Returns the answers of a public Polygon node: another genesis block, and no contracts of this server. */
const publicPolygon = (page: Page): Promise<unknown> =>
  page.route("**/public-polygon", async (route) => {
    const { id, method } = route.request().postDataJSON() as { id: number; method: string };
    const answers: Record<string, unknown> = {
      eth_getBlockByNumber: { hash: "0xa9c28ce2141b56c474f1dc504bee9b01eb1bd7d1a507580d5519d4437a97de1b" },
      eth_getCode: "0x",
    };
    await route.fulfill({ json: { jsonrpc: "2.0", id, result: answers[method] ?? null } });
  });

/** Makes the page behave as with public chains, without the built-in wallet. */
const publicCloud = (page: Page): Promise<unknown> =>
  page.route("**/config.json", async (route) => {
    const response = await route.fetch();
    const config = (await response.json()) as { features: object; chains: object[] };
    const chains = config.chains.map((each) => ({ ...each, embedded: false }));
    await route.fulfill({ response, json: { ...config, chains, features: { ...config.features, devWallet: false } } });
  });
