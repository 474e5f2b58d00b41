import type { BucketVisibility } from "../../../../resources/bucket/buckets.ts";
import { ChoiceTiles, type ChoiceTile } from "../../ui/choice-tiles.tsx";

const options: readonly ChoiceTile<BucketVisibility>[] = [
  {
    value: "private",
    title: "Private",
    icon: "shield",
    text: "Only your team can read its files. Share files with an expiring link.",
  },
  {
    value: "public",
    title: "Public on IPFS",
    icon: "globe",
    text: "Anyone with a file's CID can read it, on this server and any IPFS gateway.",
  },
];

interface VisibilityTilesProps {
  readonly value: BucketVisibility | undefined;
  readonly disabled?: boolean;
  readonly onChange: (visibility: BucketVisibility) => void;
}

/** Who can read the files of a bucket. */
export const VisibilityTiles = ({ value, disabled = false, onChange }: VisibilityTilesProps) => (
  <ChoiceTiles label="Visibility" options={options} value={value} disabled={disabled} width={220} onChange={onChange} />
);
