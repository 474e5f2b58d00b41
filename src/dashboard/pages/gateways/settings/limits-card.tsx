import { listGateways, setGatewayLimits } from "../../../../../resources/gateway/gateway-calls.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { TextField } from "../../../ui/text-field.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import type { GatewayCardProps } from "./settings.tsx";

const fields = [
  { key: "requestsPerMinute", label: "Requests per minute" },
  { key: "requestsPerAddress", label: "Requests per minute per IP address" },
] as const;

/** Rate limits of a gateway. */
export const LimitsCard = ({ gateway, readOnly }: GatewayCardProps) => {
  const { name, requestsPerMinute, requestsPerAddress } = gateway;
  const part = useCallPart(setGatewayLimits, {
    draft: `gateway/${name}/limits`,
    params: { name },
    saved: { requestsPerMinute, requestsPerAddress },
    reads: listGateways,
  });
  return (
    <SettingsCard
      title="Rate limits"
      text="Requests above the limit get a 429 response. Leave blank for unlimited."
      part={part}
      readOnly={readOnly}
    >
      {fields.map(({ key, label }) => (
        <TextField
          key={key}
          label={label}
          inputMode="numeric"
          placeholder="No limit"
          value={part.values[key] === 0 ? "" : String(part.values[key])}
          error={part.problems[key]}
          disabled={readOnly || part.saving}
          onChange={(value) => part.change({ [key]: Number(value.replaceAll(/\D/g, "").slice(0, 9)) })}
        />
      ))}
    </SettingsCard>
  );
};
