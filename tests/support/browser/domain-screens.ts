import type { Page } from "playwright";
import { expect } from "./browser.ts";
import type { TestDns } from "../hosting/dns.ts";

/** Follows the dialog of a domain, reading the records from the screen. */
export const setRecordsShown = async (page: Page, { zone }: TestDns): Promise<void> => {
  const records = page.getByRole("list", { name: "DNS records" });
  await expect(records).toBeVisible();
  for (const record of await records.getByRole("listitem").all()) {
    const type = await record.locator("> span").first().innerText();
    const [name = "", value = ""] = await record.locator("dd").allInnerTexts();
    zone.set(name, { [type]: type === "CNAME" ? value : [value] });
  }
};
