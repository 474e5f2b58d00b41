import { expect, test } from "vitest";
import { abilityFor } from "../../../resources/abilities.ts";
import type { Resource } from "../../../resources/define.ts";
import { pages, resources } from "../../../resources/index.ts";
import { operatorResources } from "../../../resources/operators.ts";
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
const whole = [...operatorResources, ...serviceResources];
const faces = whole.map((one) => JSON.parse(JSON.stringify(faceOf(one))) as Resource);

/** All that the shell asks the registry. */
const asked = (given: readonly Resource[]) => {
  const declared = { resources: [...resources.filter((one) => !whole.includes(one)), ...given], pages };
  const always = () => true;
  const plans = planRoutes(declared);
  const ability = abilityFor({ type: "INDIVIDUAL", status: "NORMAL", access: [], operator: true }, declared);
  return {
    plans,
    titles: plans.map(({ handle }) => documentTitle(declared, handle, {}, "Cloud")),
    crumbs: plans.map(({ handle }) => breadcrumbs(declared, handle, {})),
    menu: menuOf(declared, always, always),
    places: placesOf(declared, always, always),
    calls: firstCalls(declared.resources),
    parameters: declared.resources.map(listParameters),
    refine: refineResources(declared.resources),
    rules: ability.rules,
  };
};

test("the face of a resource answers whatever the shell asks as the whole declaration does", () => {
  expect(asked(faces)).toEqual(asked(whole));
});

test("and holds no words of its screens", () => {
  const text = JSON.stringify(faces);
  for (const { list, remove } of whole)
    for (const word of [list?.empty.text, remove?.confirm]) if (word) expect(text).not.toContain(word);
});

test("every operator's resource is among them", () => {
  expect(resources.filter(({ operator }) => operator)).toEqual(operatorResources);
});
