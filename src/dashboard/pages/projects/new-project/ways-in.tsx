import type { Source } from "../../../flows/deploy/values.ts";
import { ChoiceTiles, type ChoiceTile } from "../../../ui/choice-tiles.tsx";

const ways: readonly ChoiceTile<Source>[] = [
  {
    value: "upload",
    title: "Folder or zip",
    icon: "folder",
    text: "Files that are ready: drop them and they are live.",
  },
  { value: "repository", title: "Repository", icon: "git", text: "Built from Git, and again on each push." },
  { value: "template", title: "Template", icon: "file", text: "A finished site: you fill in the words." },
  { value: "hash", title: "Hash", icon: "cube", text: "Content that this cloud holds, by its CID or an IPNS name." },
];

interface WaysInProps {
  readonly value: Source;
  readonly disabled: boolean;
  readonly onChange: (source: Source) => void;
}

/** How a project begins. */
export const WaysIn = (props: WaysInProps) => <ChoiceTiles label="Source" options={ways} width={190} {...props} />;
