import { useSyncExternalStore } from "react";
import { Checkbox } from "../fields/checkbox.tsx";
import { guideFlags } from "./guide-flags.ts";

interface DontShowAgainProps {
  /** Storage key of the choice; check `guideFlags.has` before showing the guide. */
  readonly flag: string;
}

/** Checkbox that hides a guide, tip or dialog permanently. */
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
