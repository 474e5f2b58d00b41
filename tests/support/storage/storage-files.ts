/** Tests the storage browser: its rows, and files uploaded by an S3 client with the browser's credentials. */
import { CreateMultipartUploadCommand, PutObjectCommand, S3Client, UploadPartCommand } from "@aws-sdk/client-s3";
import type { Page } from "playwright";
import { expect as vitestExpect } from "vitest";
import { expect } from "../browser/browser.ts";

export interface StorageFiles {
  readonly put: (key: string, body: string | Uint8Array, type?: string) => Promise<void>;
  /** Starts a multipart upload and leaves it unfinished. */
  readonly begin: (key: string) => Promise<void>;
}

/** Call after the storage screens have requested credentials. */
export const storageFiles = async (page: Page, url: string, bucket: string): Promise<StorageFiles> => {
  await expect.poll(() => page.evaluate(() => localStorage.getItem("stsData1"))).not.toBeNull();
  const given = JSON.parse((await page.evaluate(() => localStorage.getItem("stsData1")))!) as Record<string, string>;
  const client = new S3Client({
    endpoint: `${url}/s3`,
    region: "eu-west-2",
    forcePathStyle: true,
    credentials: {
      accessKeyId: given["accessKey"]!,
      secretAccessKey: given["secretKey"]!,
      sessionToken: given["sessionToken"]!,
    },
  });
  return {
    put: async (key, body, type) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: type }));
    },
    begin: async (key) => {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: key }));
      await client.send(
        new UploadPartCommand({ Bucket: bucket, Key: key, UploadId, PartNumber: 1, Body: Buffer.alloc(1000) }),
      );
    },
  };
};

export const fileGrid = (page: Page) => page.getByRole("grid");
export const fileLink = (page: Page, name: string) => fileGrid(page).getByRole("link", { name, exact: true });
export const fileRow = (page: Page, name: string) =>
  fileGrid(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name, exact: true }) });

const made = new Map<string, number>();

/**
 * Creates a bucket on its screen, and opens it. Returns its name, which has a number when the test is repeated: names
 * are unique in an instance, whose address may differ then.
 */
export const makeBucket = async (page: Page, url: string, wanted: string): Promise<string> => {
  const key = `${vitestExpect.getState().testPath} ${wanted}`;
  const times = (made.get(key) ?? 0) + 1;
  made.set(key, times);
  const name = times === 1 ? wanted : `${wanted.slice(0, 46)}-${times}`;
  await page.goto(`${url}/bucket/storage`);
  await page.getByRole("button", { name: "Create bucket" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create bucket" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  return name;
};
