import type { Route } from "../route.ts";
import { deploymentRoutes } from "./deployment-routes.ts";
import { hookRoutes } from "./hook-routes.ts";
import { projectRoutes } from "./project-routes.ts";
import type { Hosting } from "./service.ts";
import { sourceRoutes } from "./source-routes.ts";

/** Routes for projects and deployments. */
export const hostingRoutes = (hosting: Hosting): Route[] => [
  ...projectRoutes(hosting),
  ...deploymentRoutes(hosting),
  ...hookRoutes(hosting),
  ...sourceRoutes(hosting),
];
