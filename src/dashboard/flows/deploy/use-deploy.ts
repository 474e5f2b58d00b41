import { useState, useSyncExternalStore } from "react";
import { browserDeploy } from "./browser-deploy.ts";
import { createDeploy, type DeployEffects, type DeployPlan } from "./deploy.ts";
import type { DeployState } from "./machine.ts";

interface DeployView {
  readonly state: DeployState;
  readonly start: (plan: DeployPlan) => void;
  /** The files changed and must be uploaded again. */
  readonly filesChanged: () => void;
}

/** Runs one deployment from this screen, of a new or an existing project. `upload` must be a stable function. */
export const useDeploy = (upload: DeployEffects["upload"], projectId?: string): DeployView => {
  const [deploy] = useState(() => createDeploy(browserDeploy(upload), projectId));
  return {
    state: useSyncExternalStore(deploy.subscribe, deploy.get),
    start: (plan) => void deploy.start(plan),
    filesChanged: deploy.filesChanged,
  };
};
