/** The templates' sites as visitors see them, with any input. */
import type { Page } from "playwright";
import { beforeAll } from "vitest";
import type { Template, TemplateOption, TemplateValues } from "../../../resources/hosting/templates/templates.ts";
import { optionsOf } from "../../../resources/hosting/templates/template-values.ts";
import { complaintsInBothThemes } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { newOwner } from "../../support/account/owner.ts";

const deployMs = 60_000;
const hostile = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
const longWord = "Donaudampfschifffahrtsgesellschaft".repeat(3);

let url: string;
let owner: Awaited<ReturnType<typeof newOwner>>;
let templates: Template[];
beforeAll(async () => {
  ({ url } = await testCloud());
  owner = await newOwner(url);
  ({ items: templates } = await owner.data<{ items: Template[] }>("GET /api/template/web3/list"));
});

/** Fills each option with the same text, however long or hostile, and with a URL that would run as code. */
const filledWith = (template: Template, text: string): TemplateValues =>
  Object.fromEntries(optionsOf(template.configJson).map((option) => [option.key, valueOf(option, text)]));

const valueOf = ({ type, key, headers = [] }: TemplateOption, text: string): TemplateValues[string] => {
  if (type === "switch") return true;
  if (type === "table") return [1, 2].map(() => headers.map((header) => cellOf(header, text)));
  return key === "accent" ? "#2f6f5e" : text;
};

const cellOf = (header: string, text: string): string =>
  header === "Address" ? `javascript:document.title="taken"` : text;

const siteOf = async (template: Template, name: string, configJson: TemplateValues): Promise<string> => {
  const { projectId, taskId } = await owner.data<{ projectId: string; taskId: string }>(
    "POST /api/template/web3/project/create",
    { platform: "IPFS", projectName: name, web3TemplateId: template.id, configJson },
  );
  const state = async () =>
    (await owner.data<{ state: string }>(`GET /api/hosting/project/task/object/${taskId}`)).state;
  await expect.poll(state, { timeout: deployMs }).toBe("success");
  return (await owner.data<{ mainLink: string }>(`GET /api/hosting/project/${projectId}`)).mainLink;
};

const faultsOf = (page: Page): string[] => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  return faults;
};

test("user input is shown as text and never runs, in every template", async ({ page }) => {
  const faults = faultsOf(page);
  for (const template of templates) {
    await page.goto(await siteOf(template, `hostile-${template.id}`, filledWith(template, hostile)));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(hostile);
    expect(await page.title(), template.id).toContain("<img");
    expect(await page.locator("img, [href^=javascript]").count(), template.id).toBe(0);
  }
  expect(faults).toEqual([]);
});

test("every template is readable in both themes, passes the checks of names and contrast, and fits a phone", async ({
  openProfile,
}) => {
  const page = await (await openProfile({ viewport: { width: 390, height: 844 } })).newPage();
  for (const template of templates) {
    await page.goto(await siteOf(template, `readable-${template.id}`, filledWith(template, longWord)));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await complaintsInBothThemes(page), template.id).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), template.id).toBeLessThanOrEqual(390);
  }
});
