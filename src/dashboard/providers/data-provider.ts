import type { CrudFilter, DataProvider, HttpError, MetaQuery } from "@refinedev/core";
import type { Request } from "../../../resources/declare/call-input.ts";
import type { CallLine, Resource, Verb } from "../../../resources/declare/define.ts";

export type FindResource = (name: string) => Resource | undefined;
type Values = Readonly<Record<string, string | number>>;
type Headers = Readonly<Record<string, string>>;

/**
 * Creates one data provider for every resource: the registry maps actions to calls. An action without a call answers
 * 405.
 */
export const createDataProvider = (find: FindResource, request: Request): DataProvider => {
  const callOf = (name: string, verb: Verb) => {
    const call = find(name)?.calls[verb];
    if (call) return call;
    throw { message: `"${name}" declares no ${verb} call.`, statusCode: 405 } satisfies HttpError;
  };
  const run = async (
    name: string,
    verb: Verb,
    options: {
      id?: unknown;
      meta?: MetaQuery | undefined;
      query?: object;
      body?: unknown;
      headers?: Headers | undefined;
    },
  ) => {
    const call = callOf(name, verb);
    return request(call, {
      params: paramsOf(call, options.id, options.meta),
      query: options.query as Record<string, unknown>,
      body: options.body,
      headers: options.headers,
      // Forms show refusals beside their fields; ended sessions are still reported.
      silent: false,
    });
  };
  return {
    getApiUrl: () => "",
    getList: async ({ resource, pagination, filters, meta }) => {
      const { items: place = "items", total: count = "total", whole } = find(resource)?.list ?? {};
      const page = whole ? {} : { page: pagination?.currentPage, size: pagination?.pageSize };
      const reply = await run(resource, "list", { meta, query: { ...page, ...filterQuery(filters) } });
      const parts = reply as Readonly<Record<string, unknown>>;
      const data = (place === "" ? reply : parts[place]) as never[];
      const { total, next } = (parts["page"] ?? {}) as { readonly total?: number; readonly next?: string };
      return { data, total: (parts[count] as number | undefined) ?? total ?? data.length, next };
    },
    getOne: async ({ resource, id, meta }) => ({ data: (await run(resource, "show", { id, meta })) as never }),
    create: async ({ resource, variables, meta }) => ({
      data: (await run(resource, "create", { meta, body: variables })) as never,
    }),
    update: async ({ resource, id, variables, meta }) => ({
      data: (await run(resource, "edit", { id, meta, body: variables, headers: headersIn(meta) })) as never,
    }),
    custom: async ({ url, method, payload, meta }) => ({
      data: (await request(`${method.toUpperCase()} ${url}` as CallLine, {
        params: meta?.["params"] as Values,
        body: payload,
      })) as never,
    }),
    deleteOne: async ({ resource, id, meta }) => ({ data: (await run(resource, "delete", { id, meta })) as never }),
  };
};

/** The form engine says in them what a change is based on. */
const headersIn = (meta: MetaQuery | undefined): Headers | undefined =>
  (meta?.["seen"] as { readonly current: Headers } | undefined)?.current;

/** Returns a call's path parameters: `meta.params` by name; the last one not named there is the record's id. */
const paramsOf = (call: string, id: unknown, meta: MetaQuery | undefined): Values => {
  const values = (meta?.params ?? {}) as Values;
  const open = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => values[name] === undefined);
  const last = open.at(-1);
  return last === undefined || id === undefined ? values : { ...values, [last]: id as string };
};

const filterQuery = (filters: readonly CrudFilter[] | undefined): Record<string, unknown> =>
  Object.fromEntries((filters ?? []).flatMap((filter) => ("field" in filter ? [[filter.field, filter.value]] : [])));
