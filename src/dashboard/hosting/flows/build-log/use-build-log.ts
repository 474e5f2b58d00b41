import { useEffect, useState } from "react";
import { deploymentLog } from "../../../../../resources/hosting/deployment-calls.ts";
import { buildEventName, type BuildEvent, type BuildLogEvent } from "../../../../../resources/hosting/events.ts";
import { send } from "../../../api/client.ts";
import { onRealtime } from "../../../api/realtime.ts";
import { createBuildLog, type BuildLogEffects, type BuildLogListener, type BuildLogView } from "./build-log.ts";

export interface ShownLog extends BuildLogView {
  /** Fetches again after a failure. */
  readonly retry: () => void;
}

const initialLog: ShownLog = { lines: [], status: "loading", retry: () => undefined };

/** Returns a deployment's log, complete and live. */
export const useBuildLog = (taskId: string): ShownLog => {
  const [shown, setShown] = useState(initialLog);
  useEffect(() => {
    const log = createBuildLog(browserEffects(taskId));
    const show = () => setShown({ ...log.get(), retry: () => void log.sync() });
    const stop = log.subscribe(show);
    show();
    void log.sync();
    return () => {
      stop();
      log.close();
    };
  }, [taskId]);
  return shown;
};

const browserEffects = (taskId: string): BuildLogEffects => ({
  fetch: (after) => send(deploymentLog, { params: { taskId }, query: { after } }),
  listen: (listener) => {
    const stops = [
      onRealtime(buildEventName, (event) => handleEvent(event, taskId, listener)),
      onRealtime("connected", () => listener.reconnected()),
    ];
    return () => stops.forEach((stop) => stop());
  },
  nextFrame: (work) => requestAnimationFrame(work),
});

const handleEvent = (event: BuildEvent, taskId: string, listener: BuildLogListener): void => {
  if (event.data.taskId !== taskId) return;
  if (isLog(event)) listener.lines(event.data.lines);
  else listener.stored(event.data.seq);
};

const isLog = (event: BuildEvent): event is BuildLogEvent => event.name === "log";
