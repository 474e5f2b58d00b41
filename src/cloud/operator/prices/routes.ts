import { operatorPrices } from "../../../../resources/operator/prices.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { addPrice, listPrices, type OffersModel } from "./prices.ts";

/** Routes for the price list with its history. `offersModel` returns whether some server has the model of a price. */
export const operatorPriceRoutes = (offersModel: OffersModel): Route[] =>
  resourceRoutes(operatorPrices, {
    list: ({ db, query }) => listPrices(db, query),
    create: async ({ db, body, logged }) => {
      const price = await addPrice(db, body, offersModel);
      const { resource, item, land, startsAt } = price;
      logged({ target: item ?? resource, details: { resource, land, startsAt, ...(item && { item }) } });
      return price;
    },
  });
