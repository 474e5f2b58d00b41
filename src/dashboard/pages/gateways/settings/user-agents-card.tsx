import { listGateways, setGatewayUserAgents } from "../../../../../resources/gateway/gateway-calls.ts";
import { gatewayUserAgentsMax } from "../../../../../resources/gateway/limits.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { TextArea } from "../../../ui/text-area.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import type { GatewayCardProps } from "./settings.tsx";

/** Which programs may use the gateway. */
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
      text="The programs that may use this gateway, by the User-Agent they send. Anybody can send any: it keeps honest ones out, no others."
      part={part}
      readOnly={readOnly}
    >
      <TextArea
        label="Allowed user agents"
        placeholder={"MyApp/\nFirefox"}
        hint={`Words that the header contains, one in a line, ${gatewayUserAgentsMax} at most. * stands for anything.`}
        rows={3}
        value={part.values.userAgents.join("\n")}
        error={part.problems["userAgents"]}
        disabled={readOnly || part.saving}
        onChange={(value) => part.change({ userAgents: value === "" ? [] : value.split("\n") })}
      />
    </SettingsCard>
  );
};
