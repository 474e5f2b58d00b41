import { useState } from "react";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import type { CallSpec } from "../../../../resources/declare/define.ts";
import { arweavePollMs } from "../../../../resources/storage/arweave-limits.ts";
import { useCall, type CallOptions, type CallResult } from "../../framework/data/use-call.ts";

/** Polls a GET call while its latest reply reports work in progress. */
export const useMovingCall = <C extends CallSpec>(
  spec: C,
  options: Omit<CallOptions<C>, "pollMs">,
  isMoving: (reply: Reply<C>) => boolean,
): CallResult<C> => {
  const [polls, setPolls] = useState(false);
  const result = useCall(spec, { ...options, ...(polls && { pollMs: arweavePollMs }) } as CallOptions<C>);
  const moves = result.data !== undefined && isMoving(result.data);
  if (moves !== polls) setPolls(moves);
  return result;
};
