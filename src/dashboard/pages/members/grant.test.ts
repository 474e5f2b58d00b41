import { describe, expect, test } from "vitest";
import { accessCodes } from "../../../../resources/access.ts";
import {
  choiceOf,
  fullAccess,
  grantLabel,
  isFull,
  mayGive,
  noAccess,
  sameGrant,
  withChoice,
  type Giver,
} from "./grant.ts";

const owner: Giver = { ...noAccess, isOwner: true };
const manager: Giver = { access: ["HOSTING", "BUCKET", "MEMBER"], levels: { BUCKET: "read" }, isOwner: false };

describe("access by section", () => {
  test("a section without a level is managed, an unlisted one has no access", () => {
    const grant = { access: ["HOSTING", "RPC"], levels: { RPC: "read" } } as const;
    expect((["HOSTING", "RPC", "BUCKET"] as const).map((code) => choiceOf(grant, code))).toEqual([
      "manage",
      "read",
      "none",
    ]);
    expect(grantLabel(grant)).toEqual(["Hosting", "RPC (read)"]);
  });

  test("another choice changes only its section, in product order", () => {
    const read = withChoice(withChoice(noAccess, "MEMBER", "manage"), "HOSTING", "read");
    expect(read).toEqual({ access: ["HOSTING", "MEMBER"], levels: { HOSTING: "read" } });
    expect(withChoice(read, "HOSTING", "manage")).toEqual({ access: ["HOSTING", "MEMBER"], levels: {} });
    expect(withChoice(read, "HOSTING", "none")).toEqual({ access: ["MEMBER"], levels: {} });
  });

  test("full access is all eight codes with manage access", () => {
    expect(isFull(fullAccess)).toBe(true);
    expect(isFull(withChoice(fullAccess, "RPC", "read"))).toBe(false);
    expect(sameGrant(fullAccess, { access: accessCodes, levels: { RPC: "manage" } })).toBe(true);
  });
});

describe("granting access", () => {
  test("the owner grants everything", () => {
    expect(mayGive(owner, noAccess, "MEMBER", "manage")).toBe(true);
  });

  test("others grant no more than their own access, and only the owner grants member management", () => {
    expect(mayGive(manager, noAccess, "HOSTING", "manage")).toBe(true);
    expect([mayGive(manager, noAccess, "BUCKET", "read"), mayGive(manager, noAccess, "BUCKET", "manage")]).toEqual([
      true,
      false,
    ]);
    expect(mayGive(manager, noAccess, "RPC", "read")).toBe(false);
    expect(mayGive(manager, noAccess, "MEMBER", "read")).toBe(false);
  });

  test("existing access can be kept or reduced", () => {
    expect([mayGive(manager, fullAccess, "RPC", "manage"), mayGive(manager, fullAccess, "RPC", "none")]).toEqual([
      true,
      true,
    ]);
  });
});
