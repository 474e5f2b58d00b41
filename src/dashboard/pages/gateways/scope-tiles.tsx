import type { GatewayScope } from "../../../../resources/gateway/gateways.ts";
import { ChoiceTiles, type ChoiceTile } from "../../ui/choice-tiles.tsx";

const options: readonly ChoiceTile<GatewayScope>[] = [
  {
    value: "public",
    title: "Public",
    icon: "globe",
    text: "Serves public content on this server to everyone your rules allow.",
  },
  {
    value: "private",
    title: "Private",
    icon: "shield",
    text: "Serves only your team's own content, public or private, to clients with one of your team's tokens.",
  },
];

interface ScopeTilesProps {
  readonly value: GatewayScope;
  readonly disabled?: boolean;
  readonly onChange: (scope: GatewayScope) => void;
}

/** Selects a gateway's scope. */
export const ScopeTiles = ({ value, disabled = false, onChange }: ScopeTilesProps) => (
  <ChoiceTiles label="Scope" options={options} value={value} disabled={disabled} width={220} onChange={onChange} />
);
