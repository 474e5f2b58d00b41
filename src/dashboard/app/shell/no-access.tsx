import { lazy } from "react";

/** Shown in place of a screen that is barred; loaded when one is. */
export const NoAccess = lazy(() => import("./no-access-view.tsx"));
