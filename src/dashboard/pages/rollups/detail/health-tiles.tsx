import type { Reply } from "../../../../../resources/call-input.ts";
import type { RollupDetail, rollupHealth } from "../../../../../resources/raas/rollup-calls.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { formatRelative } from "../../../lib/format/date.ts";
import { toShort } from "../../../lib/format/decimal.ts";
import type { Tile } from "../../../ui/tiles.tsx";
import { Expiry } from "../expiry.tsx";
import type { CreatedRollup } from "./facts.tsx";

type Health = Reply<typeof rollupHealth>;

const gwei = 10n ** 9n;

/** Returns tiles for height, batch lag, gas price and remaining time. */
export const healthTiles = (
  health: Health,
  { expirationAt }: Pick<RollupDetail, "expirationAt">,
  { gasToken }: CreatedRollup,
  onOver: () => void,
): readonly Tile[] => [
  {
    title: "Height",
    icon: "cube",
    value: formatWhole(health.height),
    note: `${health.awake ? "" : "Idle until the next request. "}${lastBlock(health.blockAt)}`,
  },
  {
    title: "Batch lag",
    icon: "clock",
    value: formatWhole(Math.max(0, health.height - health.batched)),
    unit: health.height - health.batched === 1 ? "block" : "blocks",
    note: health.batchAt === null ? "No batch yet." : `Last batch ${formatRelative(health.batchAt)}.`,
  },
  {
    title: "Gas price",
    icon: "tag",
    value: toShort(BigInt(health.gasPrice), gwei, 4),
    unit: "gwei",
    note: `Paid in ${gasToken}. Outputs posted up to ${blockLabel(health.proposed)}.`,
  },
  {
    title: "Time left",
    icon: "history",
    value: <Expiry at={expirationAt} onOver={onOver} />,
    note: "Renewals extend it.",
  },
];

const lastBlock = (at: number | null): string => (at === null ? "No block yet." : `Last block ${formatRelative(at)}.`);

const blockLabel = (proposed: number): string =>
  proposed === 0 ? "the first block" : `block ${formatWhole(proposed)}`;
