import { expect, test } from "vitest";
import { accessCodes } from "../../declare/access.ts";
import { choiceOf, fullAccess, noAccess, withChoice } from "./grants.ts";
import { roleNames, roleOf, roles } from "./roles.ts";

test("a grant has the name of the preset that it equals; any change makes it a custom one", () => {
  for (const name of roleNames) {
    expect(roleOf(roles[name])).toBe(name);
    for (const code of accessCodes) {
      const other = choiceOf(roles[name], code) === "none" ? "read" : "none";
      expect(roleOf(withChoice(roles[name], code, other)), `${name} ${code}`).not.toBe(name);
    }
  }
  expect(roleOf(noAccess)).toBeUndefined();
  // All eight codes at manage access, said or not.
  expect(roleOf(fullAccess)).toBe("admin");
  expect(roleOf({ ...fullAccess, levels: { RPC: "manage" } })).toBe("admin");
});

test("only admins manage members, viewers change nothing, and developers see no money", () => {
  expect(roleNames.filter((name) => choiceOf(roles[name], "MEMBER") !== "none")).toEqual(["admin"]);
  expect(accessCodes.filter((code) => choiceOf(roles.viewer, code) === "manage")).toEqual([]);
  expect(choiceOf(roles.developer, "RESOURCE")).toBe("none");
});
