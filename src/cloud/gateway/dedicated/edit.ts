/** Creates, changes and deletes dedicated gateways. */
import { randomUUID } from "node:crypto";
import type { Updateable } from "kysely";
import { isFull } from "../../../../resources/declare/define.ts";
import { gateways, type GatewayScope } from "../../../../resources/gateway/gateways.ts";
import { reservedHostnames } from "../../../../resources/limits.ts";
import { normalOrigin } from "../../../../resources/declare/patterns.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Tables } from "../../engines/database/tables.ts";
import { parseCid } from "../../engines/blocks/dag/parse-cid.ts";
import { parseContentPath, parsePath } from "../serve/service.ts";
import type { Hostnames } from "../../hosting/hostnames/service.ts";
import type { Standing } from "../../billing/standing/service.ts";
import { changeGateway, findGateway, listGateways, type Gateway, type GatewayRow } from "./rows.ts";

export interface EditDeps {
  readonly hostnames: Hostnames;
  readonly standing: Pick<Standing, "requireNeeds">;
}

export const kind = "gateway";

/** Whether a name is taken or reserved. */
export const isTaken = async (hostnames: Hostnames, db: Db, name: string): Promise<boolean> =>
  (reservedHostnames as readonly string[]).includes(name) || (await hostnames.lookup(db, name)) !== undefined;

/**
 * Creates a gateway, or changes the scope of the team's gateway with this name. Throws GATEWAY_LOCKED before the first
 * deposit, NAME_TAKEN, LIMIT_REACHED.
 */
export const saveGateway = async (
  { hostnames, standing }: EditDeps,
  trx: Trx,
  teamId: string,
  { name, scope }: { readonly name: string; readonly scope: GatewayScope },
): Promise<Gateway> => {
  await standing.requireNeeds(trx, teamId, gateways);
  // Locking the team's row guards the limit.
  await trx.selectFrom("team").select("id").where("id", "=", teamId).forUpdate().execute();
  const own = await listGateways(trx, teamId);
  if (own.some((gateway) => gateway.name === name)) return changeGateway(trx, teamId, name, { scope });
  if (isFull(gateways, own.length)) throw new AppError("LIMIT_REACHED");
  const id = randomUUID();
  if (await isTaken(hostnames, trx, name)) throw nameTaken();
  // If another request took the name concurrently, `claim` assigned a different one.
  if ((await hostnames.claim(trx, name, kind, id)) !== name) throw nameTaken();
  return trx
    .insertInto("gateway")
    .values({ id, team_id: teamId, name, scope })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Deletes a gateway with its domains and host name. Throws NOT_FOUND. */
export const removeGateway = async (trx: Trx, teamId: string, name: string): Promise<Gateway> => {
  const gateway = await findGateway(trx, teamId, name);
  await trx.deleteFrom("gateway").where("id", "=", gateway.id).execute();
  return gateway;
};

export type GatewayRules = Pick<
  GatewayRow,
  "indexPage" | "origins" | "allowBlankOrigin" | "userAgents" | "requestsPerMinute" | "requestsPerAddress"
>;

/** Validates rules and returns their columns. Throws INVALID_INPUT. */
export const columnsOf = (rules: Partial<GatewayRules>): Updateable<Tables["gateway"]> => ({
  index_page: rules.indexPage === undefined ? undefined : toIndexPage(rules.indexPage),
  origins: rules.origins && toOrigins(rules.origins),
  allows_blank_origin: rules.allowBlankOrigin,
  user_agents: rules.userAgents && unique(rules.userAgents.filter(Boolean)),
  requests_per_minute: rules.requestsPerMinute,
  requests_per_address: rules.requestsPerAddress,
});

/** Validates a default page: a content path, a CID, or "". Throws INVALID_INPUT. */
const toIndexPage = (input: string): string => {
  if (input === "") return "";
  const text = input.startsWith("/") ? input : `/ipfs/${input}`;
  const path = parsePath(text);
  const content = path && !text.includes("?") ? parseContentPath(path) : undefined;
  if (!content || (content.space === "ipfs" && !parseCid(content.id))) {
    throw invalidInput("indexPage", "Default page: enter a path such as /ipfs/bafy…/index.html or /ipns/<name>.");
  }
  return text;
};

/** Normalizes origin patterns. Throws INVALID_INPUT. */
const toOrigins = (input: readonly string[]): string[] =>
  unique(
    input.filter(Boolean).map((origin) => {
      const pattern = origin.trim() === "*" ? "*" : normalOrigin(origin);
      if (pattern !== undefined) return pattern;
      throw invalidInput(
        "origins",
        `Origins: “${origin}” is invalid. Use a form like https://shop.example, *.shop.example or localhost:5173.`,
      );
    }),
  );

const unique = (values: readonly string[]): string[] => [...new Set(values)];

const nameTaken = (): AppError => new AppError("NAME_TAKEN");

const invalidInput = (field: string, message: string): AppError =>
  new AppError("INVALID_INPUT", { fields: { [field]: [message] } });
