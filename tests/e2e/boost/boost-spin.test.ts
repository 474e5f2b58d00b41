/** Spinning and withdrawing on a phone, on a server with a local TON chain. */
import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { statementOf } from "../../../resources/account/fresh-signature.ts";
import { withdraw } from "../../../resources/boost/withdrawals/withdraw-calls.ts";
import { chainMessages } from "../../../resources/chains/messages.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { callerOf } from "../../support/server/api.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { ageSignIns } from "../../support/account/fresh-signature.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { tonWalletAt } from "../../support/chains/ton.ts";
import { heading, signInWith } from "../../support/account/visitor.ts";
import { declineNextSignature, injectWallets, lastSigned, walletBrands } from "../../support/chains/wallet/inject.ts";

const operator = privateKeyToAccount(generatePrivateKey());
const { url, database } = await faultlessCloud({ OPERATORS: operator.address });
const call = callerOf(url);

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Adds cash to the only round, as a spin would. */
const winCash = (micro: number) =>
  database.db
    .updateTable("boost_round")
    .set({ cash: String(micro) })
    .execute();

/** Approves the only pending withdrawal. */
const approve = async (): Promise<void> => {
  const { accessToken: token } = await signIn(url, operator);
  const { body } = await call("GET /api/boost/operator/withdrawals?status=REVIEW", { token });
  const { items } = body.data as { items: { id: string }[] };
  await call(`POST /api/boost/operator/withdrawals/${items[0]!.id}/approve`, { token });
};

test("the wheel is spun, its cash claimed and withdrawn, held for review with the reason shown, and paid on-chain", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${url}/boost/spin`);
  await expect(heading(page, "Spin and withdraw")).toBeVisible();
  await expect(page.getByText("One free spin a day")).toBeVisible();
  await page.getByText("Odds and fairness").click();
  await expect(part(page, "Wheel").getByRole("listitem")).toHaveCount(8);
  expect(await complaintsAbout(page)).toEqual([]);

  const evmWallet = { ...walletBrands.okx, privateKey: generatePrivateKey() };
  await injectWallets(page.context(), [evmWallet]);
  await signInWith(page, url, evmWallet);
  await page.goto(`${url}/boost/spin`);
  await expect(page.getByText("1 spin left")).toBeVisible();
  await expect(page.getByText("No spins yet")).toBeVisible();
  await page.getByRole("button", { name: "Spin", exact: true }).click();
  await expect(part(page, "Wheel").getByText(/^(You won .+|Nothing this time)$/)).toBeVisible();
  await expect(page.getByText("Verified in your browser")).toBeVisible();
  await expect(page.getByText("0 spins left")).toBeVisible();
  await expect(page.getByRole("button", { name: "Spin", exact: true })).toBeDisabled();
  await expect(part(page, "Your spins").getByRole("listitem")).toHaveCount(1);

  await winCash(600_000);
  await page.reload();
  const usdt = part(page, "Your USDT");
  await expect(usdt).toContainText("$0.60 won in this round");
  await usdt.getByRole("button", { name: "Claim" }).click();
  await expect(usdt).toContainText("Balance$0.60");
  await expect(usdt).not.toContainText("won in this round");

  // Errors appear beside the fields, and the input stays.
  const form = part(page, "Withdraw");
  const wallet = tonWalletAt(url);
  await form.getByLabel("TON address").fill("EQnowhere");
  await form.getByLabel("Amount in US dollars").fill("0.01");
  await form.getByRole("button", { name: "Withdraw" }).click();
  await expect(form.getByText("Address: a TON address has 48 characters")).toBeVisible();
  await expect(form.getByText("Amount: enter at least $0.06 (0.02 TON).")).toBeVisible();
  await expect(form.getByLabel("TON address")).toHaveValue("EQnowhere");
  expect(await complaintsAbout(page)).toEqual([]);
  await form.getByLabel("TON address").fill(wallet.address);
  await form.getByRole("button", { name: "Max" }).click();
  await expect(form.getByText("≈ 0.2 TON")).toBeVisible();

  // In an old session the wallet signs the amount and the address. If declined, nothing happens and the input stays.
  await ageSignIns(database.db);
  await declineNextSignature(page, evmWallet.rdns);
  await form.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText(chainMessages.signatureDeclined)).toBeVisible();
  await expect(form.getByLabel("TON address")).toHaveValue(wallet.address);
  await expect(usdt).toContainText("Balance$0.60");
  await form.getByRole("button", { name: "Withdraw" }).click();

  const log = part(page, "USDT history");
  await expect(log).toContainText("In review");
  await expect(log).toContainText("The node is less than a day old.");
  await expect(usdt).toContainText("Pending$0.60");
  expect(await lastSigned(page, evmWallet.rdns)).toContain(
    statementOf(withdraw.fresh!, { amount: "0.6", address: wallet.address }),
  );
  await approve();
  await expect(log).toContainText("0.2 TON paid");
  await expect(usdt).not.toContainText("Pending");
  await expect(log.getByRole("button", { name: "Copy transaction" })).toBeVisible();
  expect(await wallet.balance()).toBe(200_000_000n);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await complaintsAbout(page)).toEqual([]);
});
