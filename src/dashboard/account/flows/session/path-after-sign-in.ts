import { takeReturnPath } from "../../../api/session/return-path.ts";
import { returnPath } from "./return-path.ts";

/** Target after sign-in: the requested page (cleared afterwards), or the overview. */
export const pathAfterSignIn = (): string => returnPath(takeReturnPath(), location.origin);
