import { templates as list } from "../../../../resources/hosting/templates.ts";
import { route, type Route } from "../route.ts";
import type { Templates } from "./service.ts";

/** The list of templates; a project is made from one by the hosting service. */
export const templateRoutes = (templates: Templates): Route[] => [
  route(list, async () => ({ items: await templates.list() })),
];
