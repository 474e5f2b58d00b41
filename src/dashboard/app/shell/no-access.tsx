import { lazy } from "react";

/** Shown in place of a denied screen; loaded on first use. */
export const NoAccess = lazy(() => import("./no-access-view.tsx"));
