/** Access keys for a team's buckets. */
import { CreateBucketCommand, ListBucketsCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { Page } from "playwright";
import { generatePrivateKey } from "viem/accounts";
import { resetMasterKey } from "../../../resources/storage/access-key-calls.ts";
import { s3Region } from "../../../resources/storage/access-key-limits.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { ageSignIns } from "../../support/account/fresh-signature.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { heading, signInWith } from "../../support/account/visitor.ts";
import { injectWallets, lastSigned, walletBrands } from "../../support/chains/wallet/inject.ts";

const { url, database } = await faultlessCloud();

const clientOf = (accessKeyId: string, secretAccessKey: string): S3Client =>
  new S3Client({
    endpoint: `${url}/s3`,
    region: s3Region,
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey },
  });

/** Creates a client with the key that a dialog shows, and closes the dialog. */
const takeKey = async (page: Page): Promise<S3Client> => {
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("It won't be shown again.");
  const [accessKey, secretKey] = await dialog.locator("dd").allInnerTexts();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
  return clientOf(accessKey!.trim(), secretKey!.trim());
};

const put = (s3: S3Client, bucket: string, key: string) =>
  s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: "bytes" }));

test("access keys: created with a scope, shown once, valid for clients at once, and invalid once deleted; an old session resets the master key with a signature", async ({
  page,
}) => {
  const wallet = { ...walletBrands.metaMask, privateKey: generatePrivateKey() };
  await injectWallets(page.context(), [wallet]);
  await signInWith(page, url, wallet);
  await page.goto(`${url}/bucket/access-keys`);
  await expect(heading(page, "Access keys")).toBeVisible();
  await expect(page.getByText("No access keys yet")).toBeVisible();

  await page.getByRole("button", { name: "Create master key" }).click();
  const master = await takeKey(page);
  await master.send(new CreateBucketCommand({ Bucket: "mine-to-keep" }));
  await master.send(new CreateBucketCommand({ Bucket: "not-for-keys" }));

  await page.getByRole("button", { name: "Create access key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("Name is required.")).toBeVisible();
  await dialog.getByLabel("Name").fill("backup");
  await page.reload();
  await page.getByRole("button", { name: "Create access key" }).first().click();
  await expect(dialog.getByLabel("Name")).toHaveValue("backup");
  await dialog.getByRole("checkbox", { name: /^Delete/ }).uncheck();
  await dialog.getByText("Selected buckets").click();
  await dialog.getByRole("checkbox", { name: "mine-to-keep" }).check();
  await dialog.getByLabel("Limit to prefixes").fill("2026/");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const key = await takeKey(page);
  const row = page.getByRole("row", { name: /backup/ });
  await expect(row).toContainText("Read and write in mine-to-keep (prefix 2026/)");
  // On a tablet, a column that is a part of the width keeps room beside those of fixed widths.
  await page.setViewportSize({ width: 1024, height: 768 });
  const name = row.getByRole("cell", { name: "backup", exact: true });
  await expect.poll(async () => (await name.boundingBox())?.width).toBe(220);
  await page.setViewportSize({ width: 1440, height: 900 });

  await put(key, "mine-to-keep", "2026/photo");
  await expect(put(key, "mine-to-keep", "2025/photo")).rejects.toThrow(/Access Denied|AccessDenied/);
  await expect(put(key, "not-for-keys", "2026/photo")).rejects.toThrow(/Access Denied|AccessDenied/);
  await page.reload();

  await row.getByRole("button", { name: /Actions/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No access keys yet")).toBeVisible();
  await expect(put(key, "mine-to-keep", "2026/again")).rejects.toThrow();

  await page.getByRole("button", { name: "Reset master key" }).click();
  await dialog.getByLabel("Type reset to confirm").fill("reset");
  await ageSignIns(database.db);
  await dialog.getByRole("button", { name: "Reset" }).click();
  const other = await takeKey(page);
  expect((await other.send(new ListBucketsCommand({}))).Buckets).toHaveLength(2);
  await expect(master.send(new ListBucketsCommand({}))).rejects.toThrow();
  expect(await lastSigned(page, wallet.rdns)).toContain(resetMasterKey.fresh);
});
