import { listGateways, setGatewayOrigins } from "../../../../../resources/gateway/gateway-calls.ts";
import { gatewayOriginsMax } from "../../../../../resources/gateway/limits.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { TextArea } from "../../../ui/text-area.tsx";
import { Switch } from "../../../ui/text-field.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import type { GatewayCardProps } from "./settings.tsx";

/** Which pages may use the gateway. */
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
      text="The pages that may use this gateway, by what browsers send along as Origin or Referer. None listed lets all."
      part={part}
      readOnly={readOnly}
    >
      <TextArea
        label="Allowed origins"
        placeholder={"https://shop.example\n*.shop.example"}
        hint={`One in a line, ${gatewayOriginsMax} at most. *. at the beginning stands for every name below.`}
        value={part.values.origins.join("\n")}
        error={part.problems["origins"]}
        disabled={readOnly || part.saving}
        onChange={(value) => part.change({ origins: value === "" ? [] : value.split("\n") })}
      />
      <Switch
        label="Requests that name no page"
        hint="Such as programs, and links that people type or open from elsewhere. Counts once origins are listed."
        checked={part.values.allowBlankOrigin}
        disabled={readOnly || part.saving}
        onChange={(on) => part.change({ allowBlankOrigin: on })}
      />
    </SettingsCard>
  );
};
