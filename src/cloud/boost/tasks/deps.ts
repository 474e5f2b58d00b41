import type { BotEngine } from "../../engines/bot/bot.ts";
import type { Ledger } from "../../billing/ledger/ledger.ts";
import type { Auth } from "../../account/auth/service.ts";
import type { Messaging } from "../../account/messaging/service.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import type { Teams } from "../../account/teams/service.ts";
import type { Clock } from "../nodes/nodes.ts";
import type { Invitees } from "../invites/invitees.ts";
import type { Records } from "./proofs.ts";

export interface TaskDeps {
  readonly ledger: Pick<Ledger, "post">;
  readonly auth: Pick<Auth, "wallets">;
  readonly teams: Pick<Teams, "codeOf">;
  readonly engines: { readonly bot: Pick<BotEngine, "api" | "embedded"> };
  readonly messaging: Pick<Messaging, "idOf">;
  readonly records: Records;
  readonly invitees: Pick<Invitees, "count">;
  readonly box: SecretBox;
  readonly clock: Clock;
  /** URL of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
}
