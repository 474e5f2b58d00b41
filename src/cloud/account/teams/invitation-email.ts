import type { Email } from "../email/service.ts";

interface Invited {
  readonly to: string;
  readonly team: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/** Creates the invitation email with the team's invite link. */
export const invitationEmail = ({ to, team, link, expiresAt }: Invited): Email => ({
  to,
  subject: `${team} invites you to join on Freehold`,
  text: `The team ${team} invites you to join on Freehold.

1. Open ${link}
2. Sign in with your wallet. A new wallet works too.
3. Accept the invitation at the top of the page.

The link works once, for anyone who opens it, until ${dayOf(expiresAt)}. Don't share it.

If you don't know this team, ignore this email.
`,
});

const dayOf = (moment: Date): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(moment);
