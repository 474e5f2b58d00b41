/** Analytics of sites: visits that the gateway answers are collected, saved every second, and read by the project's pages. */
import { readFile } from "node:fs/promises";
import { Reader, type CountryResponse } from "mmdb-lib";
import type { Logger } from "pino";
import { siteAnalytics, siteRequests } from "../../../../resources/hosting/analytics.ts";
import type { Db, Database } from "../../engines/database/database.ts";
import { clientOf } from "../../engines/network/client.ts";
import type { Gateway } from "../../gateway/serve/service.ts";
import { notFound } from "../../kernel/app-error.ts";
import { route } from "../../kernel/calls/route.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import { uuidOf } from "../../kernel/uuid.ts";
import type { Parts } from "../../kernel/module.ts";
import { createCollector } from "./collect.ts";
import { analyticsOf } from "./read.ts";
import { saveVisits, sweepVisits, type CountryOf } from "./save.ts";

interface AnalyticsDeps {
  readonly database: Pick<Database, "db">;
  readonly gateway: Pick<Gateway, "registerListener">;
  /** A GeoIP file. */
  readonly geoIpFile: string | undefined;
  readonly log: Pick<Logger, "warn">;
}

/** `flush` saves what is collected, also before the process closes. */
export const createAnalytics = ({ database: { db }, gateway, geoIpFile, log }: AnalyticsDeps) => {
  const visits = createCollector();
  let countryOf: CountryOf = () => undefined;
  gateway.registerListener(({ site, hostName, request, response, bytes }) =>
    visits.record({
      projectId: site.subject,
      method: request.method ?? "GET",
      host: hostName,
      url: request.url ?? "/",
      headers: request.headers,
      code: response.statusCode,
      bytes,
      address: clientOf(request).address,
    }),
  );

  let flushing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    flushing = flushing
      .then(() => saveVisits(db, visits.take(), countryOf))
      .catch((error: unknown) => log.warn({ err: error }, "Could not save the visits of sites"));
    return flushing;
  };

  return {
    flush,
    routes: [
      route(siteAnalytics, async ({ db: on, caller, params, query }) => {
        const id = await projectOf(on, caller.teamId, params.id);
        await flush();
        return { ...(await analyticsOf(on, id, query)), hasCountries: geoIpFile !== undefined };
      }),
      ...tableRoutes(siteRequests, "site_request", {
        team: null,
        parent: { table: "project", column: "project_id", param: "id" },
        sort: "id",
        verbs: ({ list }) => ({
          list: async (context) => {
            await flush();
            return list(context);
          },
        }),
      }),
    ],
    duties: [
      { name: "Save the visits of sites", every: "1 s", scope: "process", role: "serving", run: flush },
      { name: "Delete old visits of sites", every: "1 h", scope: "cluster", run: () => sweepVisits(db) },
    ],
    start: async () => {
      if (geoIpFile !== undefined) countryOf = await countriesFrom(geoIpFile);
    },
    close: flush,
  } satisfies Parts<unknown> & { readonly flush: () => Promise<void> };
};

/** Throws NOT_FOUND, also for another team's project. */
const projectOf = async (db: Db, teamId: string, id: string): Promise<string> => {
  const found = db.selectFrom("project").select("id").where("id", "=", uuidOf(id)).where("team_id", "=", teamId);
  return (await found.executeTakeFirstOrThrow(notFound)).id;
};

/**
 * Reads a file in the MaxMind DB format (GeoLite2-Country or compatible). Rejects if it cannot be read. The lookup returns undefined for
 * addresses that the file does not have.
 */
const countriesFrom = async (path: string): Promise<CountryOf> => {
  const reader = new Reader<CountryResponse>(await readFile(path));
  return (address) => {
    const found = reader.get(address);
    return found?.country?.iso_code ?? found?.registered_country?.iso_code;
  };
};
