import { formatDollars, landUnit } from "../../../../resources/money.ts";
import { lazy, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import type { Row } from "../../../../resources/declare/define.ts";
import { href, pageHref } from "../../../../resources/declare/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { rpcKeys, rpcKeysPerType, type RpcKeyType } from "../../../../resources/rpc/keys.ts";
import { rpcUnitsPerSecond, rpcVipBalanceLand } from "../../../../resources/rpc/limits.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { formatCount, formatWhole } from "../../lib/format/count.ts";
import { textOf } from "../../lib/text-of.ts";
import { ChoiceTiles } from "../../ui/fields/choice-tiles.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import type { Tile } from "../../ui/panels/tiles.tsx";
import { KeyState } from "./key-state.tsx";
import { NeedsUnits, usePackageUnits } from "./package-units.tsx";
import { Figures } from "./usage/figures.tsx";

const Usage = lazy(() => import("./usage/usage.tsx").then((module) => ({ default: module.Usage })));
const Endpoints = lazy(() => import("./endpoints/endpoints.tsx").then((module) => ({ default: module.Endpoints })));

type RpcKey = Row<typeof rpcKeys>;

/** /rpc: the team's keys, their usage, and endpoints. */
export const Component = () => {
  const navigate = useNavigate();
  return (
    <ListPage
      resource={rpcKeys}
      cells={{ active: ({ active }) => <KeyState active={active} /> }}
      form={(keys) => ({
        initial: { type: mayCreate(keys, "FREE") ? "FREE" : "VIP" },
        controls: {
          type: ({ value, disabled, onChange }) => (
            <TypeTiles keys={keys} value={value as RpcKeyType} disabled={disabled} onChange={onChange} />
          ),
        },
        errorFields: { RPC_FREE_KEY_EXISTS: "type" },
        onSaved: ({ id }, { name }) =>
          void navigate(href(rpcKeys, "show", { name: textOf(name).trim(), id: textOf(id) })),
      })}
      frame={(table, keys = []) => (
        <Tabs
          label="RPC"
          tabs={[
            { label: "Keys", content: <KeysTab table={table} keys={keys} /> },
            { label: "Usage", content: <Usage /> },
            { label: "Endpoints", content: <Endpoints keys={keys} /> },
          ]}
        />
      )}
    />
  );
};

const recentPeriod = { days: 30 };

/** Recent usage, and the list of keys. */
const KeysTab = ({ table, keys }: { readonly table: ReactNode; readonly keys: readonly RpcKey[] }) => {
  const units = usePackageUnits();
  return (
    <div className="fh-stack">
      {keys.length > 0 && <Figures query={recentPeriod} note="past 30 days" more={packageTile(units)} />}
      <NeedsUnits keys={keys} />
      <div>{table}</div>
      <p className="fh-muted">
        Learn about <Link to={pageHref(docs, { name: "rpc" })}>limits, compute units and errors</Link>.
      </p>
    </div>
  );
};

/** The same size without units, so that the list below does not move when they arrive. */
const packageTile = (units: ReturnType<typeof usePackageUnits>): Tile => ({
  title: "Package",
  icon: "gift",
  value: units ? formatCount(units.used) : "–",
  note: units ? `of ${formatCount(units.allowed)} compute units` : "compute units",
  share: units && units.allowed > 0 ? (units.allowed - units.left) / units.allowed : 0,
});

interface TypeTilesProps {
  /** Existing keys. */
  readonly keys: readonly RpcKey[];
  readonly value: RpcKeyType;
  readonly disabled: boolean;
  readonly onChange: (type: RpcKeyType) => void;
}

/** Key types with their limits and costs. */
const TypeTiles = ({ keys, value, disabled, onChange }: TypeTilesProps) => {
  const [hasFree, hasPaid] = [mayCreate(keys, "FREE"), mayCreate(keys, "VIP")];
  return (
    <ChoiceTiles
      label="Type"
      options={[
        {
          value: "FREE",
          title: "Free",
          icon: "gift",
          text: hasFree
            ? `${formatWhole(rpcUnitsPerSecond.FREE)} compute units per second from your package. Stops when the monthly allowance is used up.`
            : "Your team already has a free key.",
          disabled: !hasFree,
        },
        {
          value: "VIP",
          title: "Pay as you go",
          icon: "wallet",
          text: hasPaid
            ? `${formatWhole(rpcUnitsPerSecond.VIP)} compute units per second. Uses your package first, then your balance. Requires a balance of ${formatDollars(rpcVipBalanceLand * landUnit)}.`
            : `Your team has reached the limit of ${rpcKeysPerType.VIP} keys. Delete one first.`,
          disabled: !hasPaid,
        },
      ]}
      value={value}
      width={220}
      disabled={disabled}
      onChange={onChange}
    />
  );
};

/** Reports whether another key of a type can be created. */
const mayCreate = (keys: readonly Pick<RpcKey, "type">[], type: RpcKeyType): boolean =>
  keys.filter((key) => key.type === type).length < rpcKeysPerType[type];
