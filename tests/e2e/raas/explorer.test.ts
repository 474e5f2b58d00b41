/** A rollup's explorer in a real browser, on a local rollup. */
import { readFileSync } from "node:fs";
import { Contract, ContractFactory, type InterfaceAbi, type Wallet } from "ethers";
import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { artifactsFile } from "../../../scripts/lib/forge.mjs";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { enterWithKey } from "../../support/account/enter.ts";
import { compiled, provideSolc, solcInput, solcVersion } from "../../support/chains/solc.ts";
import { runningRollup } from "../../support/chains/running-rollup.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { heading } from "../../support/account/visitor.ts";
import { injectWallets, walletBrands } from "../../support/chains/wallet/inject.ts";

const cloud = await faultlessCloud({ EVM_BLOCK_MS: "20" });
await provideSolc(cloud.config.DATA_DIR);
const { url } = cloud;
const rollup = await runningRollup(url, "Orchard");
const explorer = `${url}/explorer/${rollup.chainId}`;
const receiver = "0x00000000000000000000000000000000000000aa";

const usd = (JSON.parse(readFileSync(artifactsFile, "utf8")) as Record<string, { abi: InterfaceAbi; bytecode: string }>)
  .TestUsd!;
const deployUsd = async (wallet: Wallet) => {
  const deployed = await new ContractFactory(usd.abi, usd.bytecode, wallet).deploy();
  await deployed.waitForDeployment();
  const address = await deployed.getAddress();
  return { address, hash: deployed.deploymentTransaction()!.hash, contract: new Contract(address, usd.abi, wallet) };
};
const fact = (page: Page, label: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) })
    .locator("dd");
const search = async (page: Page, text: string): Promise<void> => {
  await page.getByRole("searchbox").fill(text);
  await page.getByRole("searchbox").press("Enter");
};

test("a browser wallet added to a rollup sends a transaction, and the explorer shows it", async ({ openProfile }) => {
  const profile = await openProfile();
  const privateKey = generatePrivateKey();
  const sender = privateKeyToAddress(privateKey);
  await injectWallets(profile, [{ ...walletBrands.metaMask, privateKey }]);
  await rollup.give(sender);
  const page = await profile.newPage();
  await page.goto(explorer);
  await expect(heading(page, "Orchard")).toBeVisible();
  await page.getByRole("button", { name: "Add to wallet" }).click();
  await page.getByRole("menuitem", { name: "MetaMask" }).click();
  await expect(page.getByText("MetaMask is on Orchard.")).toBeVisible();
  const requests = await page.evaluate(() => window.walletControls["io.metamask"]!.requests);
  expect(requests.map(({ kind }) => kind)).toEqual(["connect", "add-chain"]);

  // Sent by the wallet, on the network added here.
  const hash = await page.evaluate(
    async ([from, to]) => {
      const ethereum = Reflect.get(window, "ethereum") as { request(request: object): Promise<string> };
      return ethereum.request({ method: "eth_sendTransaction", params: [{ from, to, value: "0x16345785d8a0001" }] });
    },
    [sender, receiver],
  );
  const listed = page.getByRole("table", { name: "Transactions" }).locator(`a[title="${hash}"]`);
  await expect(listed).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await listed.click();

  await expect(page.getByText("Succeeded")).toBeVisible();
  await expect(fact(page, "Value")).toHaveText("0.100000000000000001 ETH");
  await expect(page.getByText("A plain transfer without a contract call.")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await fact(page, "To").getByRole("link").click();
  await expect(fact(page, "Balance")).toHaveText("0.100000000000000001 ETH");
  await expect(page.getByRole("row").filter({ hasText: "This address" })).toHaveCount(1);
});

test("calls, logs and reverts are decoded with ABIs common to many contracts, and with the one from the rollup's team", async ({
  page,
}) => {
  const wallet = await rollup.wallet();
  const { address, hash: deployment, contract } = await deployUsd(wallet);
  const faucet = (await (await contract.getFunction("faucet")(1_000_000n)).wait()) as { hash: string };
  const transfer = (await (await contract.getFunction("transfer")(receiver, 250_000n)).wait()) as { hash: string };
  const failing = await contract.getFunction("transfer")(receiver, 10n ** 12n, { gasLimit: 100_000n });
  await (failing as { wait(): Promise<unknown> }).wait().catch(() => undefined);

  await page.goto(explorer);
  await search(page, transfer.hash);
  await expect(page.getByRole("heading", { name: "transfer" })).toBeVisible();
  await expect(fact(page, "value uint256")).toHaveText("250000");
  await page.getByRole("tab", { name: "Logs" }).click();
  await expect(page.getByRole("heading", { name: "Transfer" })).toBeVisible();
  await page.getByRole("tab", { name: "Internal calls" }).click();
  await expect(page.getByRole("table", { name: "Internal calls" })).toContainText("transfer");

  await search(page, (failing as { hash: string }).hash);
  await expect(page.getByText("Failed", { exact: true })).toBeVisible();
  await expect(fact(page, "Failure reason")).toContainText("ERC20InsufficientBalance(sender: ");
  await expect(fact(page, "Failure reason")).toContainText("needed: 1000000000000");
  expect(await complaintsAbout(page)).toEqual([]);

  // Other users don't get the form to name it.
  await search(page, address);
  await expect(heading(page, "Contract")).toBeVisible();
  await expect(fact(page, "Created by")).toContainText(wallet.address.toLowerCase());
  await page.getByRole("tab", { name: "Contract" }).click();
  await expect(page.getByText("No ABI available.")).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Add ABI$/ })).toBeHidden();

  await enterWithKey(page, url, rollup.account);
  await page.goto(`${explorer}/address/${address}?tab=contract`);
  await page.getByLabel("Name", { exact: true }).fill("Test dollars");
  await page.getByLabel("ABI (JSON)").fill("no ABI");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel("ABI (JSON)").fill(JSON.stringify(usd.abi));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(heading(page, "Test dollars")).toBeVisible();
  await page.locator("summary", { hasText: "balanceOf" }).click();
  await page.getByLabel("account (address)").fill(receiver);
  const form = page.locator("details[open]");
  await form.getByRole("button", { name: "Read" }).click();
  await expect(form.getByRole("status")).toContainText("250000");
  await page.getByLabel("account (address)").fill("nobody");
  await form.getByRole("button", { name: "Read" }).click();
  await expect(form.getByRole("status")).toContainText("enter an address");
  expect(await complaintsAbout(page)).toEqual([]);

  await search(page, faucet.hash);
  await expect(page.getByRole("heading", { name: "faucet" })).toBeVisible();
  await expect(fact(page, "To")).toContainText("Test dollars");
  await search(page, deployment);
  await expect(fact(page, "Creates")).toHaveText(address.toLowerCase());
});

test("the rollup's team verifies a contract, and everyone reads its sources", async ({ page }) => {
  const wallet = await rollup.wallet();
  const source =
    "pragma solidity ^0.8.0;\ncontract Gate { bool public open; function toggle() external { open = !open; } }";
  const input = solcInput({ "src/Gate.sol": source });
  const { abi, bytecode } = compiled(input, "src/Gate.sol", "Gate");
  const gate = await new ContractFactory(abi, bytecode, wallet).deploy();
  await rollup.mined(gate.deploymentTransaction()!.hash);
  const address = await gate.getAddress();

  await enterWithKey(page, url, rollup.account);
  await page.goto(`${explorer}/address/${address}?tab=contract`);
  const verifying = page.locator("form").filter({ has: page.getByLabel("Compiler version") });
  await verifying.getByLabel("Compiler version").fill(solcVersion);
  await verifying
    .getByLabel("Standard JSON input")
    .fill(JSON.stringify(solcInput({ "src/Gate.sol": "contract Gate {" })));
  await verifying.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText(/could not be compiled: src\/Gate\.sol:1/)).toBeVisible();
  await verifying.getByLabel("Standard JSON input").fill(JSON.stringify(input));
  await verifying.getByRole("button", { name: "Verify" }).click();
  await expect(heading(page, "Gate")).toBeVisible();
  await expect(fact(page, "Source")).toHaveText("Verified");
  await expect(page.getByLabel("src/Gate.sol", { exact: true })).toHaveText(source);
  await expect(page.getByLabel("Compiler version")).toHaveCount(0);
  expect(await complaintsAbout(page)).toEqual([]);
});

test("blocks are found by number and link to each other; a missing one shows a message, also on a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(explorer);
  await search(page, "1");
  await expect(heading(page, "Block 1")).toBeVisible();
  const hash = await fact(page, "Hash").locator(".fh-mono").textContent();
  await page.getByRole("link", { name: "Previous block" }).click();
  await expect(heading(page, "Block 0")).toBeVisible();
  await search(page, hash!);
  await expect(heading(page, "Block 1")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await complaintsAbout(page)).toEqual([]);

  await search(page, "orchard");
  await expect(page.getByText("Enter a block number")).toBeVisible();
  await search(page, `0x${"ab".repeat(32)}`);
  await expect(page.getByText("No transaction or block has this hash")).toBeVisible();
  await search(page, "999999");
  await expect(heading(page, "Block not mined yet")).toBeVisible();
  await page.goto(`${explorer}/tx/0x${"cd".repeat(32)}`);
  await expect(heading(page, "Transaction not found")).toBeVisible();
  await page.goto(`${url}/explorer/424242`);
  await expect(heading(page, "Rollup not found")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
});
