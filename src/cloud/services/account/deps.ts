import type { Engines } from "../../engines/engines.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { Auth } from "../auth/service.ts";
import type { Domains } from "../domains/service.ts";
import type { Gateways } from "../gateways/service.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import type { Buckets } from "../buckets/service.ts";
import type { Hosting } from "../hosting/service.ts";
import type { Ipns } from "../ipns/service.ts";
import type { Notices } from "../notices/service.ts";
import type { Pinning } from "../pinning/service.ts";
import type { Raas } from "../raas/service.ts";
import type { Repositories } from "../repositories/service.ts";
import type { Teams } from "../teams/service.ts";
import type { Tokens } from "../tokens/service.ts";
import type { Uploads } from "../uploads/service.ts";

/** Services that hold data of an account. */
export interface AccountDeps {
  readonly engines: Pick<Engines, "database" | "jobs" | "realtime">;
  readonly auth: Auth;
  readonly teams: Teams;
  readonly hosting: Pick<Hosting, "ofTeam" | "removeTeam" | "forget">;
  readonly buckets: Pick<Buckets, "listOf" | "removeTeam">;
  readonly pinning: Pick<Pinning, "list" | "removeTeam">;
  readonly allowance: Pick<Allowance, "store">;
  readonly ipns: Pick<Ipns, "list">;
  readonly gateways: Pick<Gateways, "list">;
  readonly raas: Pick<Raas, "countOf" | "removeTeam">;
  readonly contentOwners: Pick<ContentOwners, "removeTeam">;
  readonly domains: Pick<Domains, "list" | "changed">;
  readonly repositories: Pick<Repositories, "list" | "removeTeam" | "removeFolders">;
  readonly tokens: Pick<Tokens, "count" | "forget">;
  readonly uploads: Pick<Uploads, "removeTeam">;
  readonly notices: Pick<Notices, "create" | "refresh">;
}
