import { useSubscription } from "@refinedev/core";
import { useEffect, useRef } from "react";
import type { Resource } from "../../../../resources/declare/define.ts";

/** Calls back on a resource's live start and end events, for calls of other resources. */
export const useLive = (resource: Pick<Resource, "name">, changed: () => void): void => {
  const latest = useRef(changed);
  useEffect(() => {
    latest.current = changed;
  });
  useSubscription({ channel: `resources/${resource.name}`, onLiveEvent: () => latest.current() });
};
