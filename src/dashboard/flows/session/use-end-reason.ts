import { useEffect, useState } from "react";
import { endReason, forgetEndReason } from "../../api/session/end-reason.ts";

/** Why the last session of this tab ended, when there is more to say than that it did. Said once. */
export const useEndReason = (): string | null => {
  const [reason] = useState(endReason);
  useEffect(() => forgetEndReason(), []);
  return reason;
};
