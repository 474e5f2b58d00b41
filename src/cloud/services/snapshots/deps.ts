import type { Engines } from "../../engines/engines.ts";
import type { Buckets } from "../buckets/service.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import type { Pinning } from "../pinning/service.ts";

export interface SnapshotDeps {
  readonly engines: Pick<Engines, "database" | "blocks" | "jobs" | "realtime">;
  readonly buckets: Pick<Buckets, "find" | "list" | "onRemove">;
  readonly contentOwners: Pick<ContentOwners, "add" | "drop">;
  readonly pinning: Pick<Pinning, "preparePinHeld" | "list">;
}
