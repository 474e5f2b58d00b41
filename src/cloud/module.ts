/**
 * What installed modules import as `freehold/module`: see docs/operate/modules.md. They get this program's own copy, wherever they are. Other
 * files of the program may change with every release.
 */
import type { Resource } from "../../resources/declare/define.ts";
import { createDial } from "./engines/network/dial.ts";
import { createFetch, type Fetch } from "./engines/network/fetch.ts";
import type { Route } from "./kernel/calls/route.ts";
import { tableRoutes as routesOfTable, type AllRules } from "./kernel/calls/table-routes.ts";

export * as z from "zod/mini";
export { sql } from "kysely";
export type { Kysely } from "kysely";
export type { Migration } from "kysely/migration";
export {
  changedEvent,
  defineCall,
  defineResource,
  type CallSpec,
  type Resource,
  type Row,
} from "../../resources/declare/define.ts";
export * from "../../resources/declare/words.ts";
export { callOf, actionOf } from "../../resources/declare/endpoints.ts";
export { AppError, invalidField, notFound } from "./kernel/app-error.ts";
export { resourceRoutes } from "./kernel/calls/resource-routes.ts";
export { inPhases, outsideTransaction, route, type Caller, type Context, type Route } from "./kernel/calls/route.ts";
export { defineModule, type Ground, type Module, type Parts } from "./kernel/module.ts";
export type { Duty } from "./kernel/duties.ts";

/** Sends a request to an address from a user: only to public ones. Follows no redirects. */
export const fetchPublic: Fetch = createFetch(createDial(process.env));

/** Any table: the columns of a module's own are not known here. */
// eslint-disable-next-line typescript/no-explicit-any
type AnyTable = any;

/** Routes for all calls of a resource over one table: see kernel/calls/table-routes.ts. */
export const tableRoutes = routesOfTable as unknown as <R extends Resource>(
  resource: R,
  table: string,
  rules?: AllRules<R, AnyTable>,
) => Route[];
