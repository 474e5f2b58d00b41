import { listGateways, setGatewayOrigins } from "../../../../../resources/gateway/gateway-calls.ts";
import { gatewayOriginsMax } from "../../../../../resources/gateway/limits.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { TextArea } from "../../../ui/text-area.tsx";
import { Switch } from "../../../ui/text-field.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import type { GatewayCardProps } from "./settings.tsx";

/** Origins that can use the gateway. */
export const OriginsCard = ({ gateway: { name, origins, allowBlankOrigin }, readOnly }: GatewayCardProps) => {
  const part = useCallPart(setGatewayOrigins, {
    draft: `gateway/${name}/origin`,
    params: { name },
    saved: { origins, allowBlankOrigin },
    reads: listGateways,
  });
  return (
    <SettingsCard
      title="Origins"
      text="Sites that can use this gateway, matched by the Origin or Referer header. An empty list allows all."
      part={part}
      readOnly={readOnly}
    >
      <TextArea
        label="Allowed origins"
        placeholder={"https://shop.example\n*.shop.example"}
        hint={`One per line, ${gatewayOriginsMax} maximum. Start with *. to match all subdomains.`}
        value={part.values.origins.join("\n")}
        error={part.problems["origins"]}
        disabled={readOnly || part.saving}
        onChange={(value) => part.change({ origins: value === "" ? [] : value.split("\n") })}
      />
      <Switch
        label="Allow requests without an origin"
        hint="Such as apps and links opened directly. Applies only if origins are listed."
        checked={part.values.allowBlankOrigin}
        disabled={readOnly || part.saving}
        onChange={(on) => part.change({ allowBlankOrigin: on })}
      />
    </SettingsCard>
  );
};
