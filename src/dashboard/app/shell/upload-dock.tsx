import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { dock, showDockIfLeft } from "../../flows/object-upload/dock.ts";
import { settled } from "../../lib/at-rest.ts";

const UploadPanel = lazy(() => import("../../flows/object-upload/upload-panel.tsx"));

/** Shows the upload queue on every screen; loaded once there is one. */
export const UploadDock = () => {
  useEffect(() => void settled().then(showDockIfLeft), []);
  return (
    useSyncExternalStore(dock.subscribe, dock.get) && (
      <Suspense>
        <UploadPanel />
      </Suspense>
    )
  );
};
