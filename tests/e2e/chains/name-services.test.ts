/** Adds an ENS name, sets its record with the owner's wallet on a local chain with a registry, and verifies it. */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterWithKey } from "../../support/account/enter.ts";
import { testNameChain } from "../../support/chains/name-service/chain.ts";
import { newOwner } from "../../support/account/owner.ts";
import { choose } from "../../support/browser/select.ts";
import { fits } from "../../support/browser/team-screens.ts";
import { injectWallets, walletBrands } from "../../support/chains/wallet/inject.ts";

/** Ethereum's public test network, where ENS is deployed too. */
const chainId = 11_155_111;

let url: string;
let chain: Awaited<ReturnType<typeof testNameChain>>;
beforeAll(async () => {
  chain = await testNameChain(chainId);
  ({ url } = await testCloud({ ENS_RPC_URL: chain.url, ENS_REGISTRY: chain.registry }));
});

test("an ENS name is added to a site, set with the owner's wallet, verified, and updated to newer content", async ({
  page,
}) => {
  const privateKey = generatePrivateKey();
  const account = privateKeyToAccount(privateKey);
  const owner = await newOwner(url, account);
  const projectId = await owner.site("orchard", "<h1>Apples</h1>");
  await chain.take("orchard.eth", account.address);
  await chain.enrich(account.address);
  // A wallet connects to its network itself; the page's policy would block this one.
  const rpcUrl = `${url}/wallet-network`;
  await page.route(rpcUrl, async (route) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(chain.url, { method: "POST", headers, body: route.request().postData() });
    await route.fulfill({ body: await answer.text(), contentType: "application/json" });
  });
  const chains = [{ chainId, name: "Sepolia", rpcUrl }];
  await injectWallets(page.context(), [{ ...walletBrands.metaMask, privateKey, chains }]);
  await enterWithKey(page, url, account);

  await page.goto(`${url}/hosting/domains`);
  await page.getByRole("tab", { name: "Name services" }).click();
  await expect(page.getByText("No names yet")).toBeVisible();
  await page.getByRole("button", { name: "Add name" }).first().click();
  const form = page.getByRole("dialog", { name: "Add name" });
  await choose(form, "Name service", "Solana Name Service");
  await expect(form.getByText("Solana Name Service is unavailable")).toBeVisible();
  await expect(form.getByRole("button", { name: "Add name" })).toBeDisabled();
  await choose(form, "Name service", "ENS");
  await form.getByLabel("Name", { exact: true }).fill("orchard");
  await choose(form, "Project", "orchard");
  await choose(form, "Target", "Current content");
  await form.getByRole("button", { name: "Add name" }).click();
  await expect(form.getByText("Invalid ENS name. Use a name such as orchard.eth.")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await form.getByLabel("Name", { exact: true }).fill("Orchard.eth");
  await form.getByRole("button", { name: "Add name" }).click();

  const record = page.getByRole("dialog", { name: "orchard.eth" });
  await expect(record.getByText("orchard.eth has no record.")).toBeVisible();
  await expect(record.getByText(account.address)).toBeVisible();
  await expect(record.getByText(/^0xe30101701220/)).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await record.getByRole("button", { name: "Set with wallet" }).click();
  await expect(record.getByText("orchard.eth is verified")).toBeVisible();
  const first = await chain.contentHash("orchard.eth");
  expect(first).toMatch(/^0xe30101701220/);
  await record.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("row", { name: /orchard\.eth ENS orchard .* Verified/ })).toBeVisible();

  await owner.deploy(projectId, { "index.html": "<h1>Pears</h1>" });
  await page.goto(`${url}/hosting/domains?tab=name_services`);
  await page.getByRole("link", { name: "orchard.eth" }).click();
  await record.getByRole("button", { name: "Use newer content" }).click();
  await expect(record.getByText(/^orchard\.eth points to ipfs:\/\/.*\.$/)).toBeVisible();
  await record.getByRole("button", { name: "Set with wallet" }).click();
  await expect(record.getByText("orchard.eth is verified")).toBeVisible();
  expect(await chain.contentHash("orchard.eth")).not.toBe(first);
});
