import { useSyncExternalStore } from "react";
import { Checkbox } from "./checkbox.tsx";
import { guideFlags } from "./guide-flags.ts";

interface DontShowAgainProps {
  /** Under which the wish is remembered; whoever shows the guide asks `guideFlags.has` first. */
  readonly flag: string;
}

/** Remembers that a guide, a tip or a dialog is not wanted again. */
export const DontShowAgain = ({ flag }: DontShowAgainProps) => {
  const flags = useSyncExternalStore(guideFlags.subscribe, guideFlags.get);
  return (
    <Checkbox
      label="Don't show again"
      checked={flags.includes(flag)}
      onChange={(checked) => guideFlags.set(flag, checked)}
    />
  );
};
