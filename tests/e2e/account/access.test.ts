/** Compares the screens with the table of docs/reference/access.md, for each kind of caller and each screen. */
import type { Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { calls } from "../../../resources/calls.ts";
import { pages, resources } from "../../../resources/index.ts";
import { abilities, actors, type Actor } from "../../support/account/access-table.ts";
import { teamOfActors, type ActingUser } from "../../support/account/actors.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { openGroups, sections } from "../../support/browser/menu.ts";
import { enterAs } from "../../support/account/enter.ts";
import { goWithin, isLoaded } from "../../support/browser/screens.ts";
import { heading } from "../../support/account/visitor.ts";

const declared = { resources, pages, calls };
const ability = abilities(declared);

let url: string;
let users: Record<string, ActingUser>;
beforeAll(async () => {
  ({ url, users } = await teamOfActors({ DEVELOPMENT_PAGES: "off" }));
});

/** Every screen without an id in its URL. */
const screens = [
  ...resources.flatMap(({ name, routes }) =>
    (["list", "create"] as const).flatMap((verb) => {
      const path = routes[verb];
      return path && !path.includes("{") ? [{ path, verb, subject: name }] : [];
    }),
  ),
  ...pages
    .filter(({ login, development, path }) => login !== false && !development && !path.includes("{"))
    .map(({ name, path }) => ({ path, verb: "show" as const, subject: name })),
];

/** Buttons that create records, on the screens that have them. */
const createButtons: Readonly<Record<string, RegExp>> = {
  "/hosting/projects": /New project/i,
  "/hosting/domains": /Add domain/i,
  "/hosting/auth-tokens": /Create auth token/i,
  "/account/member": /Invite/i,
};

test("every screen with a create button is among those walked through", () => {
  const walked = screens.map(({ path }) => path);
  expect(Object.keys(createButtons).filter((path) => !walked.includes(path))).toEqual([]);
});

describe("for each screen and each kind of caller", () => {
  for (const actor of actors) {
    test(`${actor}: a screen is drawn, listed in the drawer, free of refusals and has its create button exactly where the table allows it`, async ({
      page,
    }) => {
      await enterAs(page, users[actor]!);
      const refused: string[] = [];
      page.on("response", (response) => {
        if ([401, 403].includes(response.status())) refused.push(`${response.status()} ${response.url()}`);
      });
      await page.goto(`${url}/account/config`);
      await openGroups(page);
      for (const { path, verb, subject } of screens) {
        await goWithin(page, path);
        await isLoaded(page);
        const barred = ability[actor].can(verb, subject) ? 0 : 1;
        await expect(heading(page, "Access denied"), `${path} for ${actor}`).toHaveCount(barred);
        expect(refused, `${path} for ${actor}`).toEqual([]);
        const name = createButtons[path];
        if (!name) continue;
        const main = page.getByRole("main");
        const button = main.getByRole("button", { name }).or(main.getByRole("link", { name }));
        if (ability[actor].can("create", subject)) await expect(button.first(), `${path} for ${actor}`).toBeVisible();
        else await expect(button, `${path} for ${actor}`).toHaveCount(0);
      }
      // The group of the first page was open there, and closed since.
      await openGroups(page);
      expect(await drawerOf(page)).toEqual(menuFor(actor));
    });
  }
});

test("a page of development is missing on an instance without them", async ({ page }) => {
  await enterAs(page, users["owner"]!);
  await page.goto(`${url}/dev/mailbox`);
  await expect(heading(page, "Page not found")).toBeVisible();
});

const drawerOf = async (page: Page): Promise<string[]> =>
  // The link of a group leads to its first entry.
  [
    ...new Set(
      await sections(page)
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname)),
    ),
  ].toSorted();

const menuFor = (actor: Actor): string[] =>
  [
    ...resources
      .filter(({ menu, routes, name }) => menu && routes.list && ability[actor].can("list", name))
      .map(({ routes }) => routes.list!),
    ...pages
      .filter(({ menu, name, development }) => menu && !development && ability[actor].can("show", name))
      .map(({ path }) => path),
  ].toSorted();
