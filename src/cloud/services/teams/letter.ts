import type { Letter } from "../mail/service.ts";

interface Invited {
  readonly to: string;
  readonly team: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/** Brings somebody the link into a team. */
export const invitationLetter = ({ to, team, link, expiresAt }: Invited): Letter => ({
  to,
  subject: `${team} invites you to work together on Freehold`,
  text: `The team ${team} invites you to work with it on Freehold.

1. Open ${link}
2. Sign in with your wallet. A new one is fine.
3. Accept the invitation, which is shown at the top of the page.

The link works once, until ${dayOf(expiresAt)}, for whoever opens it: do not pass it on.

If you do not know this team, do nothing.
`,
});

const dayOf = (moment: Date): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(moment);
