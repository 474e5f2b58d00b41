import type { Engines } from "../../engines/engines.ts";
import type { Buckets } from "../buckets/service.ts";
import type { Holdings } from "../holdings/service.ts";
import type { Pinning } from "../pinning/service.ts";

export interface SnapshotParts {
  readonly engines: Pick<Engines, "database" | "blocks" | "jobs" | "realtime">;
  readonly buckets: Pick<Buckets, "find" | "list" | "onRemove">;
  readonly holdings: Pick<Holdings, "add" | "drop">;
  readonly pinning: Pick<Pinning, "preparePinHeld" | "list">;
}
