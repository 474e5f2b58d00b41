import { platformLabels, type Platform } from "../../../../../resources/hosting/platforms.ts";
import { useCloudConfig } from "../../../flows/deploy/use-cloud-config.ts";
import { ChoiceTiles, type ChoiceTile } from "../../../ui/choice-tiles.tsx";

const notes: Readonly<Record<Platform, string>> = {
  IPFS: "Addressed by its content, served by this cloud. Any version can be shown again at once.",
  AR: "A copy that stays for good, beside the one served here. Assets are linked with relative paths. Free up to 150KB a file; a reduction must be applied above that.",
  GREENFIELD: "A copy in your cloud's bucket on BNB Greenfield, beside the one served here.",
  IC: "An asset canister holds the site too. Rolling back is a new deployment.",
};
const order: readonly Platform[] = ["IPFS", "AR", "GREENFIELD", "IC"];

interface PlatformPickerProps {
  readonly value: Platform;
  readonly disabled: boolean;
  readonly onChange: (platform: Platform) => void;
}

/** Where the files are published. What this cloud is not connected to cannot be chosen, and says so. */
export const PlatformPicker = ({ value, disabled, onChange }: PlatformPickerProps) => {
  const { platforms } = useCloudConfig().features;
  const options = order.map((platform): ChoiceTile<Platform> => {
    const isConnected = platform === "IPFS" || platform === "AR" || platforms[platform];
    const off = { text: "Not connected: whoever runs this cloud sets it up.", disabled: true };
    return { value: platform, title: platformLabels[platform], ...(isConnected ? { text: notes[platform] } : off) };
  });
  return <ChoiceTiles label="Platform" options={options} value={value} disabled={disabled} onChange={onChange} />;
};
