import type { Invitees } from "./invitees.ts";
import type { Invites } from "./invites.ts";
import type { Join } from "./join.ts";
import type { Leaderboard } from "./leaderboard.ts";
import type { Partner } from "./partner/service.ts";
import type { NodeTokens } from "./node-tokens.ts";
import type { Clock } from "./nodes.ts";
import type { BoostDeps } from "./service.ts";

/** Dependencies of the Boost calls. */
export interface NodeDeps extends BoostDeps {
  readonly tokens: NodeTokens;
  readonly clock: Clock;
  readonly invites: Invites;
  readonly invitees: Invitees;
  readonly join: Join;
  readonly leaderboard: Leaderboard;
  readonly partner: Partner;
}
