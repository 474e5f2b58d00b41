import type { Source } from "../../flows/deploy/values.ts";
import { ChoiceTiles, type ChoiceTile } from "../../../ui/fields/choice-tiles.tsx";

const sourceTiles: readonly ChoiceTile<Source>[] = [
  {
    value: "upload",
    title: "Folder or zip",
    icon: "folder",
    text: "Upload a built site.",
  },
  { value: "repository", title: "Repository", icon: "git", text: "Build from Git and redeploy on push." },
  { value: "template", title: "Template", icon: "file", text: "Fill in a ready-made site." },
  { value: "hash", title: "IPFS content", icon: "cube", text: "Deploy what is on IPFS, by CID or IPNS name." },
];

interface SourcePickerProps {
  readonly value: Source;
  readonly disabled: boolean;
  readonly onChange: (source: Source) => void;
}

/** Selects the source of a project. */
export const SourcePicker = (props: SourcePickerProps) => (
  <ChoiceTiles label="Source" options={sourceTiles} width={190} {...props} />
);
