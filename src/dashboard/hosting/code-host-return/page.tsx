import { useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { pageHref } from "../../../../resources/declare/href.ts";
import { messages } from "../../../../resources/declare/messages.ts";
import { accountConfig, login, codeHostReturn } from "../../../../resources/pages.ts";
import { finish, type Finish } from "../../account/flows/bind-account/finish.ts";
import { SignInButton } from "../../account/flows/bind-account/sign-in-button.tsx";
import { readReturned } from "../flows/link-code-host/returned.ts";
import { pathAfterSignIn } from "../../account/flows/session/path-after-sign-in.ts";
import { useSignedIn } from "../../account/flows/signed-in/use-signed-in.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Spinner } from "../../ui/states/spinner.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { SignInFrame } from "../../account/flows/sign-in/sign-in-frame.tsx";

/** /login/github: GitHub redirects here. */
export const Component = () => {
  const outcome = useFinish();
  const signedIn = useSignedIn();
  if (outcome?.kind === "not-bound")
    return (
      <SignInFrame title="No linked account" text={outcome.message} address={undefined}>
        <LinkButton kind="primary" size="large" wide icon="wallet" to={pageHref(login)}>
          Connect wallet
        </LinkButton>
      </SignInFrame>
    );
  if (outcome?.kind === "failed")
    return (
      <SignInFrame title="GitHub sign-in failed" text="Your account is unchanged." address={undefined}>
        <Banner kind="danger">{outcome.message}</Banner>
        {signedIn ? (
          <LinkButton wide to={`${pageHref(accountConfig)}?tab=linked_accounts`}>
            Back to account settings
          </LinkButton>
        ) : (
          <>
            <SignInButton />
            <LinkButton wide to={pageHref(login)}>
              Connect wallet
            </LinkButton>
          </>
        )}
      </SignInFrame>
    );
  return (
    <SignInFrame title="Signing in with GitHub" text="This takes a few seconds." address={undefined}>
      <p className="fh-row" role="status">
        <Spinner /> Signing in with GitHub…
      </p>
    </SignInFrame>
  );
};

const linkedAccounts = `${pageHref(accountConfig)}?tab=linked_accounts`;

/** Submits GitHub's response from the URL once, and navigates on success. Returns undefined while in progress. */
const useFinish = (): Finish | undefined => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  // After a reload, the response was already submitted.
  const [returned] = useState(() => (query.size === 0 && signedIn ? undefined : readReturned(query)));
  const [outcome, setOutcome] = useState<Finish | undefined>(() =>
    returned?.kind === "refused" ? { kind: "failed", message: returned.reason } : undefined,
  );
  const isStarted = useRef(false);

  useEffect(() => {
    // GitHub's code works only once, so an effect that runs twice must not send it twice.
    if (isStarted.current) return;
    isStarted.current = true;
    const goTo = (path: string) => void navigate(path, { replace: true });
    if (!returned) return goTo(pathAfterSignIn());
    // Clears the URL, so that a reload doesn't send it again.
    goTo(pageHref(codeHostReturn));
    if (returned.kind === "refused") return;
    const submit = async (): Promise<void> => {
      const next = await finish(returned.code, returned.state);
      setOutcome(next);
      if (next.kind === "signed-in") goTo(pathAfterSignIn());
      if (next.kind !== "bound") return;
      toast(messages.accountBound);
      goTo(linkedAccounts);
    };
    void submit();
  }, [navigate, returned]);

  return outcome;
};
