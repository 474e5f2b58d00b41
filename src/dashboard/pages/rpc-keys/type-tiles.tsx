import { rpcUnitsPerSecond, rpcVipBalanceLand, rpcVipKeysPerTeam } from "../../../../resources/rpc/limits.ts";
import type { RpcKeyType } from "../../../../resources/rpc/keys.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { ChoiceTiles, type ChoiceTile } from "../../ui/choice-tiles.tsx";
import type { RpcKey } from "./use-rpc-keys.ts";

interface TypeTilesProps {
  /** Existing keys. */
  readonly keys: readonly RpcKey[];
  readonly value: RpcKeyType | undefined;
  readonly disabled: boolean;
  readonly onChange: (type: RpcKeyType) => void;
}

/** Key types with their limits and costs. */
export const TypeTiles = ({ keys, value, disabled, onChange }: TypeTilesProps) => (
  <ChoiceTiles
    label="Type"
    options={[freeTile(mayCreate(keys, "FREE")), paidTile(mayCreate(keys, "VIP"))]}
    value={value}
    width={220}
    disabled={disabled}
    onChange={onChange}
  />
);

/** Reports whether another key of a type can be created. */
export const mayCreate = (keys: readonly Pick<RpcKey, "type">[], type: RpcKeyType): boolean =>
  keys.filter((key) => key.type === type).length < (type === "FREE" ? 1 : rpcVipKeysPerTeam);

const freeTile = (isOpen: boolean): ChoiceTile<RpcKeyType> => ({
  value: "FREE",
  title: "Free",
  icon: "gift",
  text: isOpen
    ? `${formatWhole(rpcUnitsPerSecond.FREE)} compute units per second from your package. Stops when the monthly allowance is used up.`
    : "Your team already has a free key.",
  disabled: !isOpen,
});

const paidTile = (isOpen: boolean): ChoiceTile<RpcKeyType> => ({
  value: "VIP",
  title: "Pay as you go",
  icon: "wallet",
  text: isOpen
    ? `${formatWhole(rpcUnitsPerSecond.VIP)} compute units per second. Uses your package first, then LAND. Requires a balance of ${formatWhole(Number(rpcVipBalanceLand))} LAND.`
    : `Your team has reached the limit of ${rpcVipKeysPerTeam} keys. Delete one first.`,
  disabled: !isOpen,
});
