import { Link } from "react-router";
import { listGateways, saveGateway } from "../../../../../resources/gateway/gateway-calls.ts";
import { gatewayTokens } from "../../../../../resources/gateway/gateway-tokens.ts";
import { href } from "../../../../../resources/href.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import { ScopeTiles } from "../scope-tiles.tsx";
import type { GatewayCardProps } from "./settings.tsx";

/** Scope of a gateway: public or private. */
export const ScopeCard = ({ gateway: { name, scope }, readOnly }: GatewayCardProps) => {
  const part = useCallPart(saveGateway, {
    draft: `gateway/${name}/scope`,
    saved: { name, scope },
    reads: listGateways,
  });
  return (
    <SettingsCard
      title="Scope"
      text={
        <>
          Send a token from <Link to={href(gatewayTokens, "list")}>Gateway tokens</Link> with each request to a private
          gateway.
        </>
      }
      part={part}
      readOnly={readOnly}
    >
      <ScopeTiles
        value={part.values.scope}
        disabled={readOnly || part.saving}
        onChange={(chosen) => part.change({ scope: chosen })}
      />
    </SettingsCard>
  );
};
