import { expect, test } from "vitest";
import { abilityFor, type Membership } from "../../../resources/declare/abilities.ts";
import { accessCodes } from "../../../resources/declare/access.ts";
import type { Resource } from "../../../resources/declare/define.ts";
import { firstResources, pages, resources } from "../../../resources/index.ts";
import { operatorResources } from "../../../resources/operators.ts";
import { partResources } from "../../../resources/parts.ts";
import { serviceResources } from "../../../resources/services.ts";
import { breadcrumbs } from "../framework/derive/breadcrumbs.ts";
import { firstCalls, listParameters } from "../framework/derive/list-calls.ts";
import { menuOf } from "../framework/derive/menu.ts";
import { placesOf } from "../framework/derive/palette.ts";
import { refineResources } from "../framework/derive/refine-resources.ts";
import { planRoutes } from "../framework/derive/routes.ts";
import { documentTitle } from "../framework/derive/titles.ts";
import { faceOf } from "./resource-faces.ts";

/** As it is loaded: through JSON. */
const whole = [...serviceResources, ...operatorResources];
const faces = whole.map((one) => JSON.parse(JSON.stringify(faceOf(one))) as Resource);

const memberships: readonly Membership[] = [
  { type: "INDIVIDUAL", status: "NORMAL", access: [], operator: true },
  { type: "COLLABORATION", status: "NORMAL", access: accessCodes },
  ...accessCodes.map((code) => ({ type: "COLLABORATION", status: "NORMAL", access: [code] }) as const),
  { type: "COLLABORATION", status: "NORMAL", access: accessCodes, levels: { BUCKET: "read", GATEWAY: "read" } },
];

/** Everything that the shell reads from the registry. */
const shellView = (declarations: readonly Resource[]) => {
  const declared = {
    resources: [...resources.filter((one) => !whole.includes(one) && !partResources.includes(one)), ...declarations],
    pages,
  };
  const always = () => true;
  const plans = planRoutes(declared);
  return {
    plans,
    titles: plans.map(({ handle }) => documentTitle(declared, handle, {}, "Cloud")),
    crumbs: plans.map(({ handle }) => breadcrumbs(declared, handle, {})),
    menu: menuOf(declared, always, always),
    places: placesOf(declared, always, always),
    calls: firstCalls(declared.resources),
    parameters: declared.resources.map(listParameters),
    refine: refineResources(declared.resources),
    secrets: declared.resources.map(({ fields }) => Object.values(fields).some(({ as }) => as === "secret")),
    rules: memberships.map((membership) => abilityFor(membership, declared).rules),
  };
};

test("a resource's face gives the shell the same data as its whole declaration", () => {
  expect(shellView(faces)).toEqual(shellView(whole));
});

test("a face contains none of its screens' texts", () => {
  const text = JSON.stringify(faces);
  for (const { list, remove } of whole)
    for (const hiddenText of [list?.empty.text, remove?.confirm])
      if (hiddenText) expect(text).not.toContain(hiddenText);
});

test("every operator's resource has a face, and the registry keeps the order", () => {
  expect(resources.filter(({ operator }) => operator)).toEqual(operatorResources);
  expect(resources).toEqual([...firstResources, ...whole, ...partResources]);
});
