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
import { findPlaces, type Place, placesOf } from "./palette.ts";
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
      { label: "Deployment of my blog" },
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
    expect(breadcrumbs(declared, { kind: "resource", resource: "rollups", verb: "list" }, {})).toEqual([
      { label: "Rollups" },
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
  test("a user who may see everything sees every group, in order", () => {
    const shown = menuOf(declared, owner, exists).map(({ section }) => section);
    expect(shown).toEqual(Object.keys(sections));
  });

  test("a group appears only if the team's access list includes it", () => {
    const shown = (allows: Allows) => menuOf(declared, allows, exists).map(({ section }) => section);
    expect(shown(member(["HOSTING"]))).toContain("Hosting");
    expect(shown(member(["RPC"]))).not.toContain("Hosting");
  });

  test("non-owners see a reduced Team group: Members and account settings, and the operation log only for full access", () => {
    const account = (allows: Allows) =>
      menuOf(declared, allows, exists)
        .find(({ section }) => section === "Team")
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

  test("a resource without a create page offers its form to users who can create records", () => {
    const creations = (allows: Allows) => placesOf(declared, allows, exists).flatMap(({ creates }) => creates ?? []);
    expect(creations(owner)).toEqual(expect.arrayContaining(["access-keys", "rpc-keys", "domains"]));
    expect(creations(member(["RPC"], "NORMAL", { RPC: "read" }))).toEqual([]);
  });

  const object = (label: string): Place => ({ id: label, kind: "object", label, group: "Projects", icon: "projects" });
  const found = (question: string, ...names: readonly string[]) =>
    findPlaces([...placesOf(declared, owner, exists), ...names.map(object)], question).map(({ label }) => label);

  test("places are found by label, group and keywords; the label's beginning counts most", () => {
    expect(found("proj")[0]).toBe("Projects");
    expect(found("openapi")).toEqual(["API"]);
    expect(found("HOSTING new")[0]).toBe("New project");
    expect(found("no such page")).toEqual([]);
  });

  test("words match at their start only: “invite” is not found in “vite”, nor “vite” in “invite”", () => {
    expect(found("vite", "vite-react")).toEqual(["vite-react"]);
    expect(found("react vite", "vite-react")).toEqual(["vite-react"]);
    expect(found("invite", "vite-react")).not.toContain("vite-react");
    expect(found("invite")).toEqual(expect.arrayContaining(["Referral", "Boost"]));
  });

  test("an object's exact name and its beginning come first, then actions, then pages, then documents", () => {
    const page = (kind: Place["kind"], label: string): Place => ({
      id: kind + label,
      kind,
      label,
      group: "",
      icon: "",
    });
    const kinds = (["document", "page", "action", "object"] as const).map((kind) => page(kind, "deposit box"));
    const order = (question: string, ...more: readonly Place[]) =>
      findPlaces([...kinds, ...more], question).map(({ kind, label }) => `${kind} ${label}`);
    const inOrder = ["object", "action", "page", "document"].map((kind) => `${kind} deposit box`);
    expect(order("dep")).toEqual(inOrder);
    expect(order("box")).toEqual(inOrder);
    expect(order("deposit", page("page", "Deposit"), page("object", "my-deposit"))).toEqual([
      "object deposit box",
      "page Deposit",
      "action deposit box",
      "page deposit box",
      "object my-deposit",
      "document deposit box",
    ]);
    expect(order("deposit", page("object", "deposit"))[0]).toBe("object deposit");
  });

  test("a creation is found by its title, and by create, add and new", () => {
    for (const question of ["new project", "New  Project", "add project"])
      expect(found(question)[0]).toBe("New project");
    for (const question of ["create project", "deploy"]) expect(found(question)).toContain("New project");
    expect(found("create access key")[0]).toBe("Create access key");
    expect(found("new rollup")[0]).toBe("New rollup");
    expect(found("raas")).toContain("Rollups");
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
