import { describe, expect, it } from "vitest";
import { namesOf, newlyManaged, nothing, refusalToGive, refusalToTouch, tidyGrant, widened } from "./rights.ts";

const manager = {
  personId: "manager",
  isOwner: false,
  access: ["HOSTING", "BUCKET", "MEMBER"],
  levels: { BUCKET: "read" },
} as const;
const owner = { ...manager, personId: "owner", isOwner: true } as const;
const grant = (access: readonly ("HOSTING" | "BUCKET" | "RPC" | "MEMBER")[], levels = {}) => ({ access, levels });

describe("a member who manages members", () => {
  it("grants no more than their own access, by section and level", () => {
    expect(refusalToGive(manager, nothing, grant(["HOSTING", "BUCKET"], { BUCKET: "read" }))).toBeUndefined();
    expect(refusalToGive(manager, nothing, grant(["HOSTING"], { HOSTING: "read" }))).toBeUndefined();
    expect(refusalToGive(manager, nothing, grant(["BUCKET"]))).toContain("Storage");
    expect(refusalToGive(manager, nothing, grant(["HOSTING", "RPC"]))).toContain("RPC");
  });

  it("can't grant member management, nor more access to members than everyone has", () => {
    expect(refusalToGive(manager, nothing, grant(["MEMBER"]))).toContain("Members");
    expect(refusalToGive(manager, nothing, grant(["MEMBER"], { MEMBER: "read" }))).toContain("Members");
    expect(refusalToGive(owner, nothing, grant(["MEMBER", "RPC"]))).toBeUndefined();
  });

  it("can keep or remove what the owner granted", () => {
    const granted = grant(["HOSTING", "RPC"]);
    expect(refusalToGive(manager, granted, granted)).toBeUndefined();
    expect(refusalToGive(manager, granted, grant(["RPC"], { RPC: "read" }))).toBeUndefined();
    expect(refusalToGive(manager, grant(["RPC"], { RPC: "read" }), grant(["RPC"]))).toContain("RPC");
  });

  it("can't change their own membership, nor another member manager's", () => {
    expect(refusalToTouch(manager, { ...grant(["HOSTING"]), personId: "manager" })).toBe("OWN_MEMBERSHIP");
    expect(refusalToTouch(manager, { ...grant(["MEMBER"]), personId: "other" })).toBe("OWNER_ONLY");
    expect(refusalToTouch(manager, { ...grant(["HOSTING"]), personId: "other" })).toBeUndefined();
    expect(refusalToTouch(owner, { ...grant(["MEMBER"]), personId: "other" })).toBeUndefined();
  });
});

it("a section without a level is managed", () => {
  expect(newlyManaged(nothing, grant(["HOSTING", "RPC"], { RPC: "read" }))).toEqual(["HOSTING"]);
  expect(newlyManaged(grant(["HOSTING"], { HOSTING: "read" }), grant(["HOSTING"]))).toEqual(["HOSTING"]);
  expect(widened(grant(["HOSTING"]), grant(["HOSTING"], { HOSTING: "read" }))).toEqual([]);
});

it("a grant has each code once, in product order, and levels of its codes only", () => {
  expect(tidyGrant(grant(["MEMBER", "HOSTING", "HOSTING"], { RPC: "read", HOSTING: "read" }))).toEqual({
    access: ["HOSTING", "MEMBER"],
    levels: { HOSTING: "read" },
  });
});

it("sections use their display names", () => {
  expect(namesOf([])).toBe("");
  expect(namesOf(["BUCKET"])).toBe("Storage");
  expect(namesOf(["HOSTING", "BUCKET", "RESOURCE"])).toBe("Hosting, Storage and Billing");
});
