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
  it("gives no more than the own rights, section by section and level by level", () => {
    expect(refusalToGive(manager, nothing, grant(["HOSTING", "BUCKET"], { BUCKET: "read" }))).toBeUndefined();
    expect(refusalToGive(manager, nothing, grant(["HOSTING"], { HOSTING: "read" }))).toBeUndefined();
    expect(refusalToGive(manager, nothing, grant(["BUCKET"]))).toContain("Storage");
    expect(refusalToGive(manager, nothing, grant(["HOSTING", "RPC"]))).toContain("RPC");
  });

  it("lets nobody else manage members, or look at them with more than everybody sees", () => {
    expect(refusalToGive(manager, nothing, grant(["MEMBER"]))).toContain("Members");
    expect(refusalToGive(manager, nothing, grant(["MEMBER"], { MEMBER: "read" }))).toContain("Members");
    expect(refusalToGive(owner, nothing, grant(["MEMBER", "RPC"]))).toBeUndefined();
  });

  it("may leave somebody what the owner has given, and take it away", () => {
    const given = grant(["HOSTING", "RPC"]);
    expect(refusalToGive(manager, given, given)).toBeUndefined();
    expect(refusalToGive(manager, given, grant(["RPC"], { RPC: "read" }))).toBeUndefined();
    expect(refusalToGive(manager, grant(["RPC"], { RPC: "read" }), grant(["RPC"]))).toContain("RPC");
  });

  it("does not change the own place, nor that of another who manages members", () => {
    expect(refusalToTouch(manager, { ...grant(["HOSTING"]), personId: "manager" })).toBe("OWN_MEMBERSHIP");
    expect(refusalToTouch(manager, { ...grant(["MEMBER"]), personId: "other" })).toBe("OWNER_ONLY");
    expect(refusalToTouch(manager, { ...grant(["HOSTING"]), personId: "other" })).toBeUndefined();
    expect(refusalToTouch(owner, { ...grant(["MEMBER"]), personId: "other" })).toBeUndefined();
  });
});

it("a section that is not named in the levels is managed", () => {
  expect(newlyManaged(nothing, grant(["HOSTING", "RPC"], { RPC: "read" }))).toEqual(["HOSTING"]);
  expect(newlyManaged(grant(["HOSTING"], { HOSTING: "read" }), grant(["HOSTING"]))).toEqual(["HOSTING"]);
  expect(widened(grant(["HOSTING"]), grant(["HOSTING"], { HOSTING: "read" }))).toEqual([]);
});

it("a grant holds each code once, in the product's order, and levels of its codes only", () => {
  expect(tidyGrant(grant(["MEMBER", "HOSTING", "HOSTING"], { RPC: "read", HOSTING: "read" }))).toEqual({
    access: ["HOSTING", "MEMBER"],
    levels: { HOSTING: "read" },
  });
});

it("sections are named as people call them", () => {
  expect(namesOf([])).toBe("");
  expect(namesOf(["BUCKET"])).toBe("Storage");
  expect(namesOf(["HOSTING", "BUCKET", "RESOURCE"])).toBe("Hosting, Storage and Billing");
});
