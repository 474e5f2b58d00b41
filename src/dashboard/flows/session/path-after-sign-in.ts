import { takeReturnPath } from "../../api/session/return-path.ts";
import { returnPath } from "./return-path.ts";

/** Where a sign-in goes on: the page the person wanted, which is forgotten with it, or the overview. */
export const pathAfterSignIn = (): string => returnPath(takeReturnPath(), location.origin);
