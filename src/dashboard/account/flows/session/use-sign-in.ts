import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { session } from "../../../api/session/session.ts";
import { pathAfterSignIn } from "./path-after-sign-in.ts";
import { useSession, type SessionView } from "./use-session.ts";

/** A sign-in that continues to the requested page. Signed-in users go there immediately. */
export const useSignIn = (): SessionView => {
  const navigate = useNavigate();
  const [signedInBefore] = useState(() => session.get().token !== undefined);
  const left = useRef(false);
  const continueToPage = () => {
    // The stored path is used once.
    if (left.current) return;
    left.current = true;
    void navigate(pathAfterSignIn(), { replace: true });
  };
  useEffect(() => {
    if (signedInBefore) continueToPage();
    // Runs on the first render only.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return useSession(continueToPage);
};
