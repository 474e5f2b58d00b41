import { useEffect, useState } from "react";
import { endReason, forgetEndReason } from "../../../api/session/end-reason.ts";

/** Why the tab's last session ended, if there is a specific reason. Returned once. */
export const useEndReason = (): string | null => {
  const [reason] = useState(endReason);
  useEffect(() => forgetEndReason(), []);
  return reason;
};
