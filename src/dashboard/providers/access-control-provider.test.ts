import { expect, test } from "vitest";
import { abilityFor } from "../../../resources/declare/abilities.ts";
import { pages } from "../../../resources/pages.ts";
import { resources } from "../../../resources/index.ts";
import { createAccessControlProvider } from "./access-control-provider.ts";

const declared = { resources, pages };
const owner = abilityFor({ type: "INDIVIDUAL", status: "NORMAL", access: [] }, declared);
const disabled = abilityFor({ type: "COLLABORATION", status: "DISABLED", access: ["HOSTING"] }, declared);

test("Refine's access control answers by the ability, with the reason of a refusal", async () => {
  const question = { action: "create", resource: "projects" };
  expect(await createAccessControlProvider(owner).can(question)).toEqual({ can: true, reason: undefined });
  expect(await createAccessControlProvider(disabled).can(question)).toEqual({ can: false, reason: "TEAM_DISABLED" });
});

test("another ability's answers are not reused", () => {
  const keyOf = (ability: typeof owner): string =>
    createAccessControlProvider(ability).options!.queryOptions!.queryKeyHashFn!(["access", "projects", "create"]);
  expect(keyOf(owner)).toBe(keyOf(owner));
  expect(keyOf(owner)).not.toBe(keyOf(disabled));
});
