import { listGateways, setGatewayUserAgents } from "../../../../../resources/gateway/gateway-calls.ts";
import { gatewayUserAgentsMax } from "../../../../../resources/gateway/limits.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { TextArea } from "../../../ui/text-area.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import type { GatewayCardProps } from "./settings.tsx";

/** User agents that can use the gateway. */
export const UserAgentsCard = ({ gateway: { name, userAgents }, readOnly }: GatewayCardProps) => {
  const part = useCallPart(setGatewayUserAgents, {
    draft: `gateway/${name}/useragent`,
    params: { name },
    saved: { userAgents },
    reads: listGateways,
  });
  return (
    <SettingsCard
      title="User agents"
      text="Clients that can use this gateway, matched by User-Agent. Clients can fake this header, so don't rely on it for security."
      part={part}
      readOnly={readOnly}
    >
      <TextArea
        label="Allowed user agents"
        placeholder={"MyApp/\nFirefox"}
        hint={`Text the header contains. One per line, ${gatewayUserAgentsMax} maximum. Use * as a wildcard.`}
        rows={3}
        value={part.values.userAgents.join("\n")}
        error={part.problems["userAgents"]}
        disabled={readOnly || part.saving}
        onChange={(value) => part.change({ userAgents: value === "" ? [] : value.split("\n") })}
      />
    </SettingsCard>
  );
};
