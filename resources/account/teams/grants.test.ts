import { describe, expect, it } from "vitest";
import {
  beyondOwn,
  choiceOf,
  fullAccess,
  mayGive,
  newlyManaged,
  noAccess,
  refusalToChange,
  withChoice,
  type Giver,
} from "./grants.ts";

const owner: Giver = { ...noAccess, isOwner: true };
const manager: Giver = { access: ["HOSTING", "BUCKET", "MEMBER"], levels: { BUCKET: "read" }, isOwner: false };
const grant = (access: readonly ("HOSTING" | "BUCKET" | "RPC" | "MEMBER")[], levels = {}) => ({ access, levels });

describe("access by section", () => {
  it("is manage without a level, and none for an unlisted section", () => {
    const held = grant(["HOSTING", "RPC"], { RPC: "read" });
    expect((["HOSTING", "RPC", "BUCKET"] as const).map((code) => choiceOf(held, code))).toEqual([
      "manage",
      "read",
      "none",
    ]);
  });

  it("changes only in the section of another choice, in product order", () => {
    const read = withChoice(withChoice(noAccess, "MEMBER", "manage"), "HOSTING", "read");
    expect(read).toEqual({ access: ["HOSTING", "MEMBER"], levels: { HOSTING: "read" } });
    expect(withChoice(read, "HOSTING", "manage")).toEqual({ access: ["HOSTING", "MEMBER"], levels: {} });
    expect(withChoice(read, "HOSTING", "none")).toEqual({ access: ["MEMBER"], levels: {} });
  });

  it("is newly managed where manage access was missing", () => {
    expect(newlyManaged(noAccess, grant(["HOSTING", "RPC"], { RPC: "read" }))).toEqual(["HOSTING"]);
    expect(newlyManaged(grant(["HOSTING"], { HOSTING: "read" }), grant(["HOSTING"]))).toEqual(["HOSTING"]);
    expect(newlyManaged(grant(["HOSTING"]), grant(["HOSTING"], { HOSTING: "read" }))).toEqual([]);
  });
});

describe("a member who manages members", () => {
  it("grants no more than their own access, by section and level", () => {
    expect(beyondOwn(manager, noAccess, grant(["HOSTING", "BUCKET"], { BUCKET: "read" }))).toEqual([]);
    expect(beyondOwn(manager, noAccess, grant(["HOSTING"], { HOSTING: "read" }))).toEqual([]);
    expect(beyondOwn(manager, noAccess, grant(["BUCKET"]))).toEqual(["BUCKET"]);
    expect(beyondOwn(manager, noAccess, grant(["HOSTING", "RPC"]))).toEqual(["RPC"]);
    expect(mayGive(manager, noAccess, "BUCKET", "read")).toBe(true);
    expect(mayGive(manager, noAccess, "BUCKET", "manage")).toBe(false);
  });

  it("can't grant member management; only the owner can", () => {
    expect(beyondOwn(manager, noAccess, grant(["MEMBER"]))).toEqual(["MEMBER"]);
    expect(beyondOwn(manager, noAccess, grant(["MEMBER"], { MEMBER: "read" }))).toEqual(["MEMBER"]);
    expect(beyondOwn(owner, noAccess, grant(["MEMBER", "RPC"]))).toEqual([]);
  });

  it("can keep or reduce what the owner granted", () => {
    const granted = grant(["HOSTING", "RPC"]);
    expect(beyondOwn(manager, granted, granted)).toEqual([]);
    expect(beyondOwn(manager, granted, grant(["RPC"], { RPC: "read" }))).toEqual([]);
    expect(beyondOwn(manager, fullAccess, fullAccess)).toEqual([]);
    expect(beyondOwn(manager, grant(["RPC"], { RPC: "read" }), grant(["RPC"]))).toEqual(["RPC"]);
  });

  it("can't change their own membership, nor another member manager's", () => {
    expect(refusalToChange(manager, { access: ["HOSTING"], isSelf: true })).toBe("OWN_MEMBERSHIP");
    expect(refusalToChange(manager, { access: ["MEMBER"], isSelf: false })).toBe("OWNER_ONLY");
    expect(refusalToChange(manager, { access: ["HOSTING"], isSelf: false })).toBeUndefined();
    expect(refusalToChange(owner, { access: ["MEMBER"], isSelf: false })).toBeUndefined();
  });
});
