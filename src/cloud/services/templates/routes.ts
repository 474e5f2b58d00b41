import { templates as list } from "../../../../resources/hosting/templates.ts";
import { route, type Route } from "../route.ts";
import type { Templates } from "./service.ts";

/** Route for the list of templates; the hosting service creates projects from them. */
export const templateRoutes = (templates: Templates): Route[] => [
  route(list, async () => ({ items: await templates.list() })),
];
