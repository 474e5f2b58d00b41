import type { Logger } from "pino";
import type { Invitees } from "../invites/invitees.ts";
import type { Invites } from "../invites/invites.ts";
import type { Join } from "./join.ts";
import type { Leaderboard } from "../leaderboard.ts";
import type { Partner } from "../partner/service.ts";
import type { NodeTokens } from "./node-tokens.ts";
import type { Clock } from "./nodes.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Wake } from "../../kernel/duties.ts";
import type { Ledger } from "../../billing/ledger/ledger.ts";
import type { Auth } from "../../account/auth/service.ts";
import type { Bot, Messaging } from "../../account/messaging/service.ts";
import type { MiniPayments } from "../../account/mini-payments/service.ts";
import type { Notices } from "../../account/notices/service.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import type { Teams } from "../../account/teams/service.ts";
import type { PartnerHost } from "../partner/send-due.ts";
import type { Records } from "../tasks/proofs.ts";

export interface BoostDeps {
  readonly engines: Pick<Engines, "bot" | "database" | "evm" | "prices" | "ton">;
  readonly ledger: Ledger;
  readonly auth: Pick<Auth, "user" | "wallets">;
  readonly teams: Pick<Teams, "codeOf" | "inviterOf" | "membership" | "userWithCode">;
  readonly bot: Pick<Bot, "on" | "onCommand">;
  readonly messaging: Pick<Messaging, "idOf" | "saveStart" | "startOf" | "sendMessage">;
  readonly miniPayments: Pick<MiniPayments, "prepareOrder">;
  readonly notices: Pick<Notices, "refresh" | "create">;
  /** Records of other services that prove tasks. */
  readonly records: Records;
  readonly box: SecretBox;
  readonly log: Logger;
  /** The advertising partner; undefined reports nothing. */
  readonly partnerHost?: PartnerHost | undefined;
  /** URL of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
  readonly wake?: Wake;
  /** Unix seconds; replaced in tests. */
  readonly clock?: Clock;
  /** Zero bits a captcha requires; tests lower it. */
  readonly captchaBits?: number;
}

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
