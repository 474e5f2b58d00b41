import { emailCodeSeconds } from "../../../../resources/limits.ts";
import type { Email } from "../mail/service.ts";

interface Written {
  readonly to: string;
  /** Username of the requesting user, as the dashboard shows it. */
  readonly username: string;
  /** URL of the dashboard. */
  readonly url: string;
}

const minutes = emailCodeSeconds / 60;

/** The email with the code that confirms an address. */
export const codeEmail = ({ to, username, url }: Written, code: string): Email => ({
  to,
  subject: `${code} is your Freehold code`,
  text: `${code}

Enter this code at ${url}/account/config to confirm this address for the account ${username}.
The code expires in ${minutes} minutes.

If you didn't request it, ignore this email. The address won't be added.
`,
});

/** Sent to an address that belongs to another account: only its owner may learn that. */
export const addressTakenEmail = ({ to, username, url }: Written): Email => ({
  to,
  subject: "Your email address is already in use on Freehold",
  text: `Someone tried to add this address to the account ${username} at ${url}.

The address belongs to another account, so nothing was changed. If this was you, sign in with that
account's wallet and remove the address there first: ${url}/account/config
`,
});
