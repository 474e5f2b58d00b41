import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { session } from "../../api/session/session.ts";
import { pathAfterSignIn } from "./path-after-sign-in.ts";
import { useSession, type SessionView } from "./use-session.ts";

/** A sign-in that goes on to the page the person wanted. Who is signed in already goes there at once. */
export const useSignIn = (): SessionView => {
  const navigate = useNavigate();
  const [signedInBefore] = useState(() => session.get().token !== undefined);
  const left = useRef(false);
  const goOn = () => {
    // The remembered path is taken once.
    if (left.current) return;
    left.current = true;
    void navigate(pathAfterSignIn(), { replace: true });
  };
  useEffect(() => {
    if (signedInBefore) goOn();
    // Only the first sight of the page counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return useSession(goOn);
};
