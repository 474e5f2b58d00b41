import { platformLabels, type Platform } from "../../../../../resources/hosting/platforms.ts";
import { useRuntimeConfig } from "../../../flows/deploy/use-runtime-config.ts";
import { timeNote } from "../../arweave/texts.ts";
import { ChoiceTiles, type ChoiceTile } from "../../../ui/choice-tiles.tsx";

const notes: Readonly<Record<Platform, string>> = {
  IPFS: "Content-addressed and served by Freehold. Roll back to any version instantly.",
  AR: "A permanent copy in addition to the one served here. Assets are linked with relative paths. Files up to 150 KB are free; larger ones use your Arweave allowance, then LAND.",
  GREENFIELD: "Additional copy in a BNB Greenfield bucket.",
  IC: "Additional copy in an asset canister. To roll back, redeploy.",
};
const order: readonly Platform[] = ["IPFS", "AR", "GREENFIELD", "IC"];

interface PlatformPickerProps {
  readonly value: Platform;
  readonly disabled: boolean;
  readonly onChange: (platform: Platform) => void;
}

/** Publishing platform. Platforms that are not configured are disabled. */
export const PlatformPicker = ({ value, disabled, onChange }: PlatformPickerProps) => {
  const { features, arweave } = useRuntimeConfig();
  const { platforms } = features;
  const textOf = (platform: Platform): string =>
    platform === "AR" ? `${notes.AR} ${timeNote(arweave?.embedded === true)}` : notes[platform];
  const options = order.map((platform): ChoiceTile<Platform> => {
    const isConnected = platform === "IPFS" || platform === "AR" || platforms[platform];
    const off = { text: "Unavailable. Ask your administrator.", disabled: true };
    return { value: platform, title: platformLabels[platform], ...(isConnected ? { text: textOf(platform) } : off) };
  });
  return <ChoiceTiles label="Platform" options={options} value={value} disabled={disabled} onChange={onChange} />;
};
