/** Compares the screens with the table of docs/reference/access.md, for each kind of caller and each screen. */
import type { Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { calls } from "../../resources/calls.ts";
import { pages, resources } from "../../resources/index.ts";
import { abilities, actors, type Actor } from "../support/access-table.ts";
import { teamOfActors, type ActingUser } from "../support/actors.ts";
import { expect, test } from "../support/browser.ts";
import { enterAs } from "../support/enter.ts";
import { goWithin, isLoaded } from "../support/screens.ts";
import { heading } from "../support/visitor.ts";

const declared = { resources, pages, calls };
const ability = abilities(declared);

let url: string;
let users: Record<string, ActingUser>;
beforeAll(async () => {
  ({ url, users } = await teamOfActors({ DEVELOPMENT_PAGES: "off" }));
}, 120_000);

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

describe("for each screen and each kind of caller", () => {
  for (const actor of actors) {
    test(`${actor}: a screen is drawn, listed in the drawer and free of refusals exactly where the table allows it`, async ({
      page,
    }) => {
      await enterAs(page, users[actor]!);
      const refused: string[] = [];
      page.on("response", (response) => {
        if ([401, 403].includes(response.status())) refused.push(`${response.status()} ${response.url()}`);
      });
      await page.goto(`${url}/account/config`);
      await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
      for (const { path, verb, subject } of screens) {
        await goWithin(page, path);
        await isLoaded(page);
        const barred = ability[actor].can(verb, subject) ? 0 : 1;
        await expect(heading(page, "Access denied"), `${path} for ${actor}`).toHaveCount(barred);
        expect(refused, `${path} for ${actor}`).toEqual([]);
      }
      expect(await drawerOf(page)).toEqual(menuFor(actor));
    });
  }
});

describe("buttons", () => {
  const offers = [
    { path: "/hosting/projects", subject: "projects", button: /New project/i },
    { path: "/hosting/domains", subject: "domains", button: /Add domain/i },
    { path: "/hosting/auth-tokens", subject: "auth-tokens", button: /Create deploy token/i },
    { path: "/account/member", subject: "members", button: /Invite/i },
  ];
  for (const actor of actors) {
    test(`${actor}: create buttons appear exactly where the table allows them`, async ({ page }) => {
      await enterAs(page, users[actor]!);
      for (const { path, subject, button } of offers) {
        if (!ability[actor].can("list", subject)) continue;
        await page.goto(url + path);
        await isLoaded(page);
        const found = page
          .getByRole("main")
          .getByRole("button", { name: button })
          .or(page.getByRole("main").getByRole("link", { name: button }));
        if (ability[actor].can("create", subject)) await expect(found.first(), `${path} for ${actor}`).toBeVisible();
        else await expect(found, `${path} for ${actor}`).toHaveCount(0);
      }
    });
  }
});

const drawerOf = async (page: Page): Promise<string[]> =>
  (
    await page
      .getByRole("navigation", { name: "Sections" })
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  ).toSorted();

const menuFor = (actor: Actor): string[] =>
  [
    ...resources
      .filter(({ menu, routes, name }) => menu && routes.list && ability[actor].can("list", name))
      .map(({ routes }) => routes.list!),
    ...pages
      .filter(({ menu, name, development }) => menu && !development && ability[actor].can("show", name))
      .map(({ path }) => path),
  ].toSorted();
