import type { Source } from "../../../flows/deploy/values.ts";
import { ChoiceTiles, type ChoiceTile } from "../../../ui/choice-tiles.tsx";

const ways: readonly ChoiceTile<Source>[] = [
  {
    value: "upload",
    title: "Folder or zip",
    icon: "folder",
    text: "Upload a built site.",
  },
  { value: "repository", title: "Repository", icon: "git", text: "Build from Git and redeploy on push." },
  { value: "template", title: "Template", icon: "file", text: "Fill in a ready-made site." },
  { value: "hash", title: "Hash", icon: "cube", text: "Deploy existing IPFS content by CID or IPNS name." },
];

interface WaysInProps {
  readonly value: Source;
  readonly disabled: boolean;
  readonly onChange: (source: Source) => void;
}

/** How a project begins. */
export const WaysIn = (props: WaysInProps) => <ChoiceTiles label="Source" options={ways} width={190} {...props} />;
