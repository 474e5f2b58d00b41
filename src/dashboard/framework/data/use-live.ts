import { useSubscription } from "@refinedev/core";
import { useEffect, useRef } from "react";
import type { Resource } from "../../../../resources/define.ts";

/** Calls back when a resource's live event tells that something began or ended: for calls that are not the resource's own. */
export const useLive = (resource: Pick<Resource, "name">, changed: () => void): void => {
  const latest = useRef(changed);
  useEffect(() => {
    latest.current = changed;
  });
  useSubscription({ channel: `resources/${resource.name}`, onLiveEvent: () => latest.current() });
};
