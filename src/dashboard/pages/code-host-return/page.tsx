import { pageHref } from "../../../../resources/href.ts";
import { accountConfig, login } from "../../../../resources/pages.ts";
import { SignInButton } from "../../flows/bind-account/sign-in-button.tsx";
import { useSignedIn } from "../../flows/signed-in/use-signed-in.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { SignInFrame } from "../login/sign-in-frame.tsx";
import { useFinish } from "./use-finish.ts";

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
