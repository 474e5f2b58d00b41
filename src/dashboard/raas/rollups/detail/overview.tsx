import { useMemo } from "react";
import { roles as roleList } from "../../../../../resources/raas/rollup-calls.ts";
import { RowTable, type RowCells } from "../../../framework/pages/row-table.tsx";
import { type RollupDetail, rollupHealth, fundRollupRole } from "../../../../../resources/raas/rollup-calls.ts";
import { rollupStatus, rollups } from "../../../../../resources/raas/rollups.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { DescriptionList } from "../../../ui/panels/description-list.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Tiles, type Tile } from "../../../ui/panels/tiles.tsx";
import { EmbeddedNote } from "../embedded-note.tsx";
import { contractFacts, connectionFacts, type CreatedRollup } from "./facts.tsx";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { formatRelative } from "../../../lib/format/date.ts";
import { toShort } from "../../../../../resources/decimal.ts";
import { Expiry } from "../expiry.tsx";
import { useAct } from "../../../framework/data/use-act.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { StatusTag } from "../../../ui/states/status-tag.tsx";
import { roleNames } from "../labels.ts";

interface OverviewProps {
  readonly rollup: RollupDetail;
  readonly detail: CreatedRollup;
  /** Called when the rollup expires. */
  readonly onOver: () => void;
}

const pollMs = 5000;

/** Health, connection and contracts of a rollup. */
export const Overview = ({ rollup, detail, onOver }: OverviewProps) => {
  const isRunning = rollup.status === rollupStatus.RUNNING;
  const { data, error, reload } = useCall(rollupHealth, { params: { id: rollup.id }, enabled: isRunning, pollMs });
  const failed = error && !data;
  return (
    <div className="fh-stack">
      {isRunning && failed && (
        <Card>
          <ErrorState title="Couldn't load health" message={error.message} onRetry={reload} />
        </Card>
      )}
      {isRunning && !failed && <Tiles tiles={data && healthTiles(data, rollup, detail, onOver)} />}
      {isRunning && (
        <Card title="Connect">
          <DescriptionList facts={connectionFacts(rollup, detail)} />
        </Card>
      )}
      {isRunning && data && <RolesCard id={rollup.id} roles={data.roles} detail={detail} onFunded={reload} />}
      <Card title="Settlement and contracts">
        <DescriptionList facts={contractFacts(rollup, detail)} />
      </Card>
      {detail.provider === "embedded" && <EmbeddedNote />}
    </div>
  );
};

type Health = Reply<typeof rollupHealth>;

const gwei = 10n ** 9n;

/** Returns tiles for height, batch lag, gas price and remaining time. */
const healthTiles = (
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
    note: "Renew to extend it.",
  },
];

const lastBlock = (at: number | null): string => (at === null ? "No block yet." : `Last block ${formatRelative(at)}.`);

const blockLabel = (proposed: number): string =>
  proposed === 0 ? "the first block" : `block ${formatWhole(proposed)}`;

type Role = Reply<typeof rollupHealth>["roles"][number];

interface RolesCardProps {
  readonly id: string;
  readonly roles: readonly Role[];
  readonly detail: CreatedRollup;
  readonly onFunded: () => void;
}

const oneCoin = 10n ** 18n;

/** Roles of the rollup on the settlement chain, with their balances and a faucet for test coins. */
const RolesCard = ({ id, roles, detail: { provider, gasToken, settlementLayer }, onFunded }: RolesCardProps) => {
  const mayFund = useAllows()("edit", rollups.name) && provider === "embedded";
  const { act } = useAct(fundRollupRole, { done: "Funded", onDone: onFunded });
  const cells = useMemo(() => roleCells(gasToken), [gasToken]);
  const low = roles.filter((role) => role.low);
  return (
    <>
      {low.length > 0 && (
        <Banner kind="warning" title={`${low.map(({ role }) => roleNames[role]).join(", ")}: low on ${gasToken}`}>
          With 0.1 {gasToken} or less, a role may soon be unable to post.{" "}
          {provider === "embedded" ? "Fund it with test coins below." : `Send ${gasToken} to its address.`}
        </Banner>
      )}
      <Card title="Roles" text={`Accounts that pay for transactions on ${settlementLayer}.`} flush>
        <RowTable
          list={roleList}
          rows={roles}
          cells={cells}
          {...(mayFund && {
            rowActions: ({ role }: Role) => [
              { label: "Fund role", icon: "gift" as const, onSelect: () => void act({ params: { id, role } }) },
            ],
          })}
        />
      </Card>
    </>
  );
};

const roleCells = (coin: string): RowCells<Role> => ({
  role: ({ role }) => roleNames[role],
  balance: ({ balance }) => `${toShort(BigInt(balance), oneCoin, 4)} ${coin}`,
  low: ({ low }) => <StatusTag state={low ? "warning" : "normal"} label={low ? "Low" : "Sufficient"} />,
});
