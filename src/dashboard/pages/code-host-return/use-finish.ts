import { useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { messages } from "../../../../resources/messages.ts";
import { accountConfig, codeHostReturn } from "../../../../resources/pages.ts";
import { finish, type Finish } from "../../flows/bind-account/finish.ts";
import { readReturned } from "../../flows/link-code-host/returned.ts";
import { pathAfterSignIn } from "../../flows/session/path-after-sign-in.ts";
import { useSignedIn } from "../../flows/signed-in/use-signed-in.ts";
import { toast } from "../../ui/toast.ts";

const linkedAccounts = `${pageHref(accountConfig)}?tab=linked_accounts`;

/** Hands on what stands in the address, once, and goes on from there. Undefined while that is under way. */
export const useFinish = (): Finish | undefined => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const [outcome, setOutcome] = useState<Finish>();
  const began = useRef(false);

  useEffect(() => {
    // The answer is good once: an effect that runs twice must not send it twice.
    if (began.current) return;
    began.current = true;
    const goTo = (path: string) => void navigate(path, { replace: true });
    // Loaded anew after the answer was handed on.
    if (query.size === 0 && signedIn) return goTo(pathAfterSignIn());
    const returned = readReturned(query);
    goTo(pageHref(codeHostReturn));
    if (returned.kind === "refused") return setOutcome({ kind: "failed", message: returned.reason });
    void finish(returned.code, returned.state).then((next) => {
      setOutcome(next);
      if (next.kind === "bound") toast(messages.accountBound);
      if (next.kind === "signed-in" || next.kind === "bound")
        goTo(next.kind === "bound" ? linkedAccounts : pathAfterSignIn());
    });
  }, [navigate, query, signedIn]);

  return outcome;
};
