import { describe, expect, it } from "vitest";
import { abilityFor, type Membership } from "./abilities.ts";
import { accessCodes } from "./access.ts";
import { definePage, defineResource, type Resource } from "./define.ts";
import { id } from "./fields.ts";
import * as registry from "../index.ts";

const member = (rules: Partial<Membership> = {}): Membership => ({
  type: "COLLABORATION",
  status: "NORMAL",
  access: [],
  ...rules,
});
const owner: Membership = { type: "INDIVIDUAL", status: "NORMAL", access: [] };

const made = (name: string, rules: Partial<Pick<Resource, "access" | "members">> = {}) =>
  defineResource({ name, title: name, routes: {}, calls: {}, fields: { id: id() }, ...rules });
const declared = {
  resources: [
    made("sites", { access: "HOSTING" }),
    made("logs", { access: "HOSTING", members: ["list"] }),
    made("plans"),
  ],
  pages: [
    definePage({ name: "home", path: "/home", title: "Home" }),
    definePage({ name: "bill", path: "/bill", title: "Bill", access: "RESOURCE" }),
  ],
};

describe("who can do what", () => {
  it("Owner (type INDIVIDUAL): all sections and full account", () => {
    const ability = abilityFor(owner, registry);
    for (const { name, operator = false } of registry.resources) expect(ability.can("delete", name)).toBe(!operator);
    for (const { name, operator = false } of registry.pages) expect(ability.can("show", name)).toBe(!operator);
  });

  it("operator resources are for operators only, in any team", () => {
    const operators = { resources: [{ ...made("announcements"), operator: true as const }], pages: [] };
    for (const membership of [owner, member()]) {
      expect(abilityFor(membership, operators).can("list", "announcements")).toBe(false);
      expect(abilityFor({ ...membership, operator: true }, operators).can("delete", "announcements")).toBe(true);
    }
  });

  it("A member sees only sections in the team's access list", () => {
    const ability = abilityFor(member({ access: ["HOSTING"] }), declared);
    expect(ability.can("delete", "sites")).toBe(true);
    expect(ability.can("show", "bill")).toBe(false);
    expect(ability.can("show", "home")).toBe(true);
    expect(abilityFor(member(), declared).can("list", "sites")).toBe(false);
  });

  it("a member can use only the verbs that the resource lists for members", () => {
    const ability = abilityFor(member({ access: ["HOSTING"] }), declared);
    expect([ability.can("list", "logs"), ability.can("delete", "logs")]).toEqual([true, false]);
  });

  it("resources without a code are open to full-access members only: all eight codes", () => {
    expect(abilityFor(member({ access: accessCodes.slice(1) }), declared).can("list", "plans")).toBe(false);
    expect(abilityFor(member({ access: accessCodes }), declared).can("list", "plans")).toBe(true);
  });

  it("a section's level limits its code: read-only access views, manage access also changes", () => {
    const ability = abilityFor(member({ access: ["HOSTING"], levels: { HOSTING: "read" } }), declared);
    expect([ability.can("list", "sites"), ability.can("show", "sites")]).toEqual([true, true]);
    expect([ability.can("create", "sites"), ability.can("delete", "sites")]).toEqual([false, false]);
    expect(ability.can("list", "logs")).toBe(true);
    const other = abilityFor(member({ access: ["HOSTING"], levels: { MEMBER: "read" } }), declared);
    expect(other.can("delete", "sites")).toBe(true);
  });

  it("a manage-only page does not open with read-only access to its section", () => {
    const link = {
      pages: [definePage({ name: "link", path: "/link", title: "Link", access: "HOSTING", manages: true })],
    };
    const ability = (levels: Membership["levels"] = {}) =>
      abilityFor(member({ access: ["HOSTING"], levels }), { ...declared, ...link });
    expect([ability().can("show", "link"), ability({ HOSTING: "read" }).can("show", "link")]).toEqual([true, false]);
  });

  it("resources without a code are managed by full-access members who manage every section, and visible to other full-access members", () => {
    expect(abilityFor(member({ access: accessCodes }), declared).can("edit", "plans")).toBe(true);
    const reader = abilityFor(member({ access: accessCodes, levels: { AIRPC: "read" } }), declared);
    expect([reader.can("list", "plans"), reader.can("edit", "plans")]).toEqual([true, false]);
  });

  it("a disabled member sees only the account settings, with the reason", () => {
    for (const membership of [member({ status: "DISABLED", access: accessCodes }), { ...owner, status: "DISABLED" }]) {
      const ability = abilityFor(membership as Membership, declared);
      expect([ability.can("show", "home"), ability.can("list", "sites")]).toEqual([false, false]);
      expect(ability.can("show", "account-config")).toBe(true);
      expect(ability.relevantRuleFor("list", "sites")?.reason).toBe("TEAM_DISABLED");
    }
  });

  it("undeclared subjects are refused for everyone but owners", () => {
    expect(abilityFor(member({ access: accessCodes }), declared).can("show", "made-up")).toBe(false);
  });
});
