import { useEffect, useState, useSyncExternalStore } from "react";
import type { UploadFlowState } from "../upload/machine.ts";
import { browserUpload } from "../upload/browser-upload.ts";
import { createUpload } from "../upload/upload.ts";
import { browserDeploy } from "./browser-deploy.ts";
import { createDeploy, type DeployPlan } from "./deploy.ts";
import type { DeployState } from "./machine.ts";

interface DeployView {
  readonly state: DeployState;
  readonly upload: UploadFlowState;
  readonly start: (plan: DeployPlan) => void;
  readonly cancelUpload: () => void;
  readonly filesChanged: () => void;
}

/** One deployment from this screen; leaving the screen cancels an upload that still runs. */
export const useDeploy = (projectId?: string): DeployView => {
  const [{ upload, deploy }] = useState(() => {
    const upload = createUpload(browserUpload());
    return { upload, deploy: createDeploy(browserDeploy(upload), projectId) };
  });
  useEffect(() => upload.cancel, [upload]);
  return {
    state: useSyncExternalStore(deploy.subscribe, deploy.get),
    upload: useSyncExternalStore(upload.subscribe, upload.get),
    start: (plan) => void deploy.start(plan),
    cancelUpload: upload.cancel,
    filesChanged: deploy.filesChanged,
  };
};
