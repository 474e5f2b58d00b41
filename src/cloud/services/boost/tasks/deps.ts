import type { BotEngine } from "../../../engines/bot/bot.ts";
import type { Ledger } from "../../../ledger/ledger.ts";
import type { Auth } from "../../auth/service.ts";
import type { Messaging } from "../../messaging/service.ts";
import type { SecretBox } from "../../secret-box.ts";
import type { Teams } from "../../teams/service.ts";
import type { Clock } from "../nodes.ts";
import type { Invitees } from "../invitees.ts";
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
