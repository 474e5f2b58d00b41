import { expect, it } from "vitest";
import { noAccess } from "../../../../resources/account/teams/grants.ts";
import { namesOf, refusalToGive, tidyGrant } from "./rights.ts";

it("access beyond the manager's own is refused by its sections' names", () => {
  const manager = { access: ["HOSTING", "MEMBER"], levels: {}, isOwner: false } as const;
  expect(refusalToGive(manager, noAccess, { access: ["HOSTING"], levels: {} })).toBeUndefined();
  expect(refusalToGive(manager, noAccess, { access: ["BUCKET", "RPC"], levels: {} })).toContain("Storage and RPC");
  expect(refusalToGive(manager, noAccess, { access: ["MEMBER"], levels: {} })).toContain("Members");
});

it("a grant has each code once, in product order, and levels of its codes only", () => {
  const grant = { access: ["MEMBER", "HOSTING", "HOSTING"], levels: { RPC: "read", HOSTING: "read" } } as const;
  expect(tidyGrant(grant)).toEqual({ access: ["HOSTING", "MEMBER"], levels: { HOSTING: "read" } });
});

it("sections use their display names", () => {
  expect(namesOf([])).toBe("");
  expect(namesOf(["BUCKET"])).toBe("Storage");
  expect(namesOf(["HOSTING", "BUCKET", "RESOURCE"])).toBe("Hosting, Storage and Billing");
});
