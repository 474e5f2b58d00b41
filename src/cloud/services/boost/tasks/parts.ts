import type { Ledger } from "../../../ledger/ledger.ts";
import type { Auth } from "../../auth/service.ts";
import type { SecretBox } from "../../secret-box.ts";
import type { Teams } from "../../teams/service.ts";
import type { Clock } from "../nodes.ts";
import type { Records } from "./proofs.ts";

export interface TaskParts {
  readonly ledger: Pick<Ledger, "post">;
  readonly auth: Pick<Auth, "wallets">;
  readonly teams: Pick<Teams, "codeOf">;
  readonly records: Records;
  readonly box: SecretBox;
  readonly clock: Clock;
  /** Address of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
}
