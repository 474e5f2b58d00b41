import type { GatewayScope } from "../../../../resources/gateway/gateways.ts";
import { ChoiceTiles, type ChoiceTile } from "../../ui/choice-tiles.tsx";

const options: readonly ChoiceTile<GatewayScope>[] = [
  {
    value: "public",
    title: "Public",
    icon: "globe",
    text: "Serves every CID that this cloud holds, to everybody your rules let in.",
  },
  {
    value: "private",
    title: "Private",
    icon: "shield",
    text: "Serves only what your own buckets, snapshots and pins hold, and only to programs with a token of your team.",
  },
];

interface ScopeTilesProps {
  readonly value: GatewayScope;
  readonly disabled?: boolean;
  readonly onChange: (scope: GatewayScope) => void;
}

/** Whom a gateway serves what. */
export const ScopeTiles = ({ value, disabled = false, onChange }: ScopeTilesProps) => (
  <ChoiceTiles label="Scope" options={options} value={value} disabled={disabled} width={220} onChange={onChange} />
);
