/** Limits on the number of records are written once, in the resource's declaration: screens and the server read it there. */
import { expect, test } from "vitest";
import { resources } from "../../../resources/index.ts";
import { sourceFiles } from "../../support/hosting/source-files.ts";

const limited = resources.filter(({ list }) => list?.limit !== undefined);
/** `limit: pinsPerTeam`: the constants of declared limits. */
const constants = new Set(
  sourceFiles("resources/**/*.ts").flatMap(({ text }) =>
    [...text.matchAll(/^ +limit: (\w+),$/gm)].flatMap(([, name]) => (/^[a-z]\w+[A-Z]/.test(name!) ? [name!] : [])),
  ),
);
const sources = sourceFiles("src/**/*.ts", "src/**/*.tsx").filter(({ path }) => !/\.test\.tsx?$/.test(path));

test("the constants of declared limits are used in declarations only", () => {
  expect(constants.size).toBeGreaterThan(10);
  const uses = sources.flatMap(({ path, text }) =>
    [...constants].filter((name) => new RegExp(`\\b${name}\\b`).test(text)).map((name) => `${path}: ${name}`),
  );
  expect(uses).toEqual([]);
});

test("every declared limit is a positive number, and `limitPer` names a field of the resource", () => {
  expect(limited.length).toBeGreaterThan(10);
  for (const { name, list, fields } of limited) {
    expect(list!.limit, name).toBeGreaterThan(0);
    if (list!.limitPer) expect(Object.keys(fields), name).toContain(list!.limitPer);
  }
});

test("bulk actions are declared ones that take no form", () => {
  for (const { name, list, calls, actions = {} } of resources)
    for (const action of list?.bulk ?? []) {
      if (action === "delete") expect(calls.delete, name).toBeDefined();
      else expect(actions[action], `${name}: ${action}`).toMatchObject({ label: expect.any(String) });
      expect(actions[action]?.body, `${name}: ${action}`).toBeUndefined();
    }
});
