import { useParams } from "react-router";
import type { invitationOffer } from "../../../../resources/account/teams/invitation-offer.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { landing, overview } from "../../../../resources/pages.ts";
import { AccessGranted } from "../flows/notices/access-granted.tsx";
import { ConnectLink } from "../flows/session/connect-link.tsx";
import { useOwnName } from "../flows/signed-in/use-signed-in.ts";
import { SignInFrame } from "../flows/sign-in/sign-in-frame.tsx";
import { usePageTitle } from "../../framework/page-title.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Banner } from "../../ui/states/banner.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import styles from "./invitation.module.css";
import { useInvitation } from "./use-invitation.ts";

/** /invitation/{code}: who invites to which team with which access; signing in and joining it. */
export const Component = () => {
  const { code = "" } = useParams();
  const { isSignedIn, offer, isInvalid, accepting, problem, answer } = useInvitation(code);
  const { data, error, reload } = offer;
  const ownName = useOwnName();
  usePageTitle(data?.team ? `Join ${data.team}` : undefined);
  if (isInvalid)
    return (
      <SignInFrame
        title="This invitation is closed"
        text="The link is invalid, has expired or was already used. Ask for a new link."
        address={undefined}
      >
        <div>
          <LinkButton kind="primary" to={pageHref(isSignedIn ? overview : landing)}>
            {isSignedIn ? "Go to overview" : "Go to home page"}
          </LinkButton>
        </div>
      </SignInFrame>
    );
  if (!data)
    return (
      <SignInFrame title="Invitation" text="" address={undefined}>
        {error ? (
          <Banner kind="danger" title="The invitation couldn't load" action={<Button onClick={reload}>Retry</Button>}>
            {error.message}
          </Banner>
        ) : (
          <Skeleton lines={6} />
        )}
      </SignInFrame>
    );
  const team = data.team ?? "";
  return (
    <SignInFrame
      title={titleOf(data)}
      text="You work in the team beside your own account. No activation required."
      address={undefined}
      pattern={{ seed: team, caption: `Pattern of ${team}` }}
      note={noteOf(isSignedIn, ownName)}
    >
      <AccessGranted heading="h2" access={data.access ?? []} levels={data.levels ?? {}} />
      {problem && (
        <Banner kind="danger" title="You can't join this team">
          {problem}
        </Banner>
      )}
      <div className={styles.actions}>
        {isSignedIn ? (
          <>
            <Button
              kind="primary"
              size="large"
              busy={accepting === true}
              disabled={accepting === false}
              onClick={() => void answer(true)}
            >
              Join team
            </Button>
            <Button
              size="large"
              busy={accepting === false}
              disabled={accepting === true}
              onClick={() => void answer(false)}
            >
              Decline
            </Button>
          </>
        ) : (
          <ConnectLink className="fh-button is-primary is-large">Sign in to join</ConnectLink>
        )}
      </div>
    </SignInFrame>
  );
};

const noteOf = (isSignedIn: boolean, username: string | undefined): string => {
  if (!isSignedIn) return "Your wallet is your account.";
  return username === undefined ? "You're signed in." : `You join as ${username}.`;
};

/** A team without a given name has its owner's name. */
const titleOf = ({ team, inviter = "" }: NonNullable<Reply<typeof invitationOffer>>): string =>
  inviter === team ? `${inviter} invites you to join their team` : `${inviter} invites you to join the team ${team}`;
