import { describe, expect, test } from "vitest";
import { abilityFor } from "../../../../resources/declare/abilities.ts";
import { accessCodes, type AccessCode } from "../../../../resources/declare/access.ts";
import type { Levels } from "../../../../resources/account/teams/levels.ts";
import { pages, resources } from "../../../../resources/index.ts";
import { sections } from "../../../../resources/declare/sections.ts";
import { breadcrumbs } from "./breadcrumbs.ts";
import { firstCalls } from "./list-calls.ts";
import { maySee } from "./may-see.ts";
import { menuOf, menuPathOf, type Allows } from "./menu.ts";
import { findPlaces, placesOf } from "./palette.ts";
import { refineResources } from "./refine-resources.ts";
import { planRoutes, type RouteHandle } from "./routes.ts";
import { documentTitle } from "./titles.ts";

const declared = { resources, pages };
const exists = () => true;
const owner: Allows = () => true;
const member = (
  access: readonly AccessCode[],
  status: "NORMAL" | "DISABLED" = "NORMAL",
  levels: Levels = {},
): Allows => {
  const ability = abilityFor({ type: "COLLABORATION", status, access, levels }, declared);
  return (verb, name) => ability.can(verb, name);
};
const projectShow: RouteHandle = { kind: "resource", resource: "projects", verb: "show" };
const deploymentShow: RouteHandle = { kind: "resource", resource: "deployments", verb: "show" };

describe("routes", () => {
  test("every declared template becomes a route that names its own resource and verb", () => {
    const plans = planRoutes(declared);
    expect(plans.find(({ id }) => id === "projects.show")).toEqual({
      id: "projects.show",
      path: "/hosting/project/:projName/:id",
      file: "projects/show",
      handle: projectShow,
      bare: false,
    });
    expect(plans.find(({ path }) => path === "/")?.bare).toBe(true);
    expect(new Set(plans.map(({ path }) => path)).size).toBe(plans.length);
  });

  test("Refine is told of the same resources and routes", () => {
    expect(refineResources(resources)[0]).toMatchObject({
      name: "projects",
      list: "/hosting/projects",
      show: "/hosting/project/:projName/:id",
      meta: { label: "Projects", canDelete: true },
    });
  });
});

describe("which screens are open", () => {
  test("a screen opens by the verb of its resource, a page by being shown", () => {
    const reads = member(["HOSTING"], "NORMAL", { HOSTING: "read" });
    const newProject: RouteHandle = { kind: "resource", resource: "projects", verb: "create" };
    expect([maySee(projectShow, reads), maySee(newProject, reads)]).toEqual([true, false]);
    expect(maySee(newProject, member(["HOSTING"]))).toBe(true);
    expect(maySee({ kind: "page", page: "overview" }, member([]))).toBe(true);
    expect(maySee(undefined, member([]))).toBe(true);
  });

  test("when the current team is DISABLED, every page but the configuration page is barred", () => {
    const disabled = member(["HOSTING"], "DISABLED");
    const open = planRoutes(declared).filter(({ bare, handle }) => !bare && maySee(handle, disabled));
    expect(open.map(({ id }) => id)).toEqual(["page.account-config"]);
  });
});

describe("titles and breadcrumbs", () => {
  test("document title is the route title, then the group, then the product name; {param} placeholders are filled", () => {
    const params = { projName: "blog", id: "7" };
    expect(documentTitle(declared, projectShow, params, "Freehold")).toBe("blog - Hosting - Freehold");
    expect(documentTitle(declared, { kind: "page", page: "overview" }, {}, "Freehold")).toBe("Overview - Freehold");
    expect(documentTitle(declared, { kind: "page", page: "landing" }, {}, "Freehold")).toBe("Freehold");
    expect(documentTitle(declared, undefined, {}, "Freehold")).toBe("Freehold");
  });

  test("breadcrumbs lead from the section over the list and the record it belongs to", () => {
    expect(breadcrumbs(declared, deploymentShow, { projName: "my blog", id: "7", taskId: "t" })).toEqual([
      { label: "Hosting" },
      { label: "Projects", to: "/hosting/projects" },
      { label: "my blog", to: "/hosting/project/my%20blog/7" },
      { label: "my blog deployment" },
    ]);
  });

  test("a list over all projects is below none of them", () => {
    const list = { kind: "resource", resource: "deployments", verb: "list" } as const;
    expect(breadcrumbs(declared, list, {})).toEqual([{ label: "Hosting" }, { label: "Deployments" }]);
  });

  test("a section that is called like its only screen is named once", () => {
    expect(breadcrumbs(declared, { kind: "page", page: "overview" }, {})).toEqual([{ label: "Overview" }]);
    const key = { kind: "resource", resource: "rpc-keys", verb: "show" } as const;
    expect(breadcrumbs(declared, key, { name: "shop", id: "7" })).toEqual([
      { label: "RPC" },
      { label: "RPC keys", to: "/rpc" },
      { label: "shop" },
    ]);
  });

  test.each([
    ["buckets", "Buckets", "/bucket/storage"],
    ["arweave", "AR history", "/bucket/arweave"],
  ])("of folders start at their list: %s", (resource, label, to) => {
    expect(breadcrumbs(declared, { kind: "resource", resource, verb: "list" }, {})).toEqual([{ label }]);
    const folder = { kind: "resource", resource, verb: "show" } as const;
    expect(breadcrumbs(declared, folder, { "*": "photos/2026/" }).slice(0, 2)).toEqual([
      { label, to },
      { label: "photos" },
    ]);
  });

  test("a wildcard's segments follow the title, as the router decoded them, also those of one name", () => {
    const crumbs = breadcrumbs(declared, { kind: "page", page: "overview" }, { "*": "photos/photos/100% cat/" });
    expect(crumbs.map(({ label }) => label)).toEqual(["Overview", "photos", "photos", "100% cat"]);
  });

  test("a screen may say the last steps itself", () => {
    const own = [{ label: "photos", to: "/x" }];
    expect(breadcrumbs(declared, { kind: "page", page: "overview" }, { "*": "photos/" }, own)).toEqual([
      { label: "Overview" },
      ...own,
    ]);
  });
});

describe("side drawer", () => {
  test("an owner sees every section in which something exists, in order", () => {
    const shown = menuOf(declared, owner, exists).map(({ section }) => section);
    expect(shown).toEqual(sections.filter((section) => shown.includes(section)));
    expect(shown).toEqual(expect.arrayContaining(["Overview", "Hosting", "Account"]));
  });

  test("a section appears only if the team's access list includes it", () => {
    const shown = (allows: Allows) => menuOf(declared, allows, exists).map(({ section }) => section);
    expect(shown(member(["HOSTING"]))).toContain("Hosting");
    expect(shown(member(["RPC"]))).not.toContain("Hosting");
  });

  test("non-owners see a reduced Account section: Members and account settings, and the operation log only for full access", () => {
    const account = (allows: Allows) =>
      menuOf(declared, allows, exists)
        .find(({ section }) => section === "Account")
        ?.items.map(({ label }) => label);
    expect(account(member(["HOSTING"]))).toEqual(["Members", "Configurations"]);
    expect(account(member(accessCodes))).toEqual(["Members", "Operation log", "Configurations"]);
    expect(account(member(accessCodes.slice(1)))).toEqual(["Members", "Configurations"]);
  });

  test("a disabled team is offered its configuration page alone", () => {
    const items = menuOf(declared, member(["HOSTING"], "DISABLED"), exists).flatMap((section) => section.items);
    expect(items.map(({ label }) => label)).toEqual(["Configurations"]);
  });

  test("a page that nobody has written is not offered", () => {
    const written = (file: string) => file !== "overview/page";
    expect(menuOf(declared, owner, written).map(({ section }) => section)).not.toContain("Overview");
  });

  test("a record's screens belong to the entry of its list", () => {
    expect(menuPathOf(declared, projectShow)).toBe("/hosting/projects");
    expect(menuPathOf(declared, deploymentShow)).toBe("/hosting/deployments");
    expect(menuPathOf(declared, { kind: "page", page: "overview" })).toBe("/overview");
  });
});

describe("command palette", () => {
  test("it offers every declared page, list and creation that needs no parameter", () => {
    const labels = placesOf(declared, owner, exists).map(({ label }) => label);
    expect(labels).toEqual(
      expect.arrayContaining(["Overview", "Projects", "New project", "Auth tokens", "Docs", "API"]),
    );
    expect(labels.join()).not.toContain("{");
    expect(labels).not.toContain("Connect GitHub");
    expect(labels).not.toContain("Sign in");
  });

  test("what a member may not see is not offered", () => {
    const labels = placesOf(declared, member(["RPC"]), exists).map(({ label }) => label);
    expect(labels).not.toContain("Projects");
  });

  test("places are found by label, group and keywords; the label's beginning counts most", () => {
    const places = placesOf(declared, owner, exists);
    const labels = (question: string) => findPlaces(places, question).map(({ label }) => label);
    expect(labels("proj")[0]).toBe("Projects");
    expect(labels("openapi")).toEqual(["API"]);
    expect(labels("HOSTING new")).toEqual(["New project"]);
    expect(labels("no such page")).toEqual([]);
  });

  test("a project's name ranks above words that only contain the term, and keywords match at the start of a word", () => {
    const project = { to: "/hosting/project/vite-react/1", label: "vite-react", group: "Projects", icon: "projects" };
    const places = [...placesOf(declared, owner, exists), { ...project, words: "vite-react" }];
    const labels = (question: string) => findPlaces(places, question).map(({ label }) => label);
    expect(labels("vite")).toEqual(["vite-react"]);
    expect(labels("react vite")).toEqual(["vite-react"]);
    expect(labels("invite")).toEqual(expect.arrayContaining(["Referral", "Boost"]));
    expect(findPlaces([...places, { ...project, label: "invite-app", words: "" }], "invite")[0]?.label).toBe(
      "invite-app",
    );
  });

  test("a creation is found by its title, by create and add, and where it is a dialog, at its list", () => {
    const places = placesOf(declared, owner, exists);
    const labels = (question: string) => findPlaces(places, question).map(({ label }) => label);
    for (const question of ["new project", "New  Project", "add project"])
      expect(labels(question)[0]).toBe("New project");
    for (const question of ["create project", "deploy"]) expect(labels(question)).toContain("New project");
    expect(labels("create bucket")).toEqual(["Buckets"]);
    expect(labels("create access key")).toEqual(["Access keys"]);
  });
});

test("the first call of a list screen is known from its address alone", () => {
  expect(firstCalls(resources)).toContainEqual({
    route: "/hosting/projects",
    alias: "$hosting",
    path: "/project/v3/list",
    from: ["page", "size", "keyword", "state", "deployType", "sortType"],
    access: ["HOSTING"],
  });
  expect(firstCalls(resources).find(({ route }) => route === "/account/operation-log")?.access).toEqual(accessCodes);
  expect(firstCalls(resources).find(({ route }) => route === "/account/member")?.access).toBeUndefined();
  expect(firstCalls(resources).find(({ route }) => route === "/operator/notices")?.operator).toBe(true);
  expect(firstCalls(resources).every(({ route, path }) => !/[{*]/.test(route + path))).toBe(true);
});
