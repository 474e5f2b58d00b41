import { emailCodeSeconds } from "../../../../resources/limits.ts";
import type { Letter } from "../mail/service.ts";

interface Written {
  readonly to: string;
  /** Who asked, by the name that the dashboard shows. */
  readonly username: string;
  /** Address of the dashboard. */
  readonly url: string;
}

const minutes = emailCodeSeconds / 60;

/** Brings the code that confirms an address. */
export const codeLetter = ({ to, username, url }: Written, code: string): Letter => ({
  to,
  subject: `${code} is your code for Freehold`,
  text: `${code}

Type this code at ${url}/account/config to confirm this address for the account ${username}.
It is taken for ${minutes} minutes.

If you did not ask for it, do nothing: the address is not added.
`,
});

/** To an address that has an account already: only its owner may hear of that. */
export const takenLetter = ({ to, username, url }: Written): Letter => ({
  to,
  subject: "Your address was named for another account at Freehold",
  text: `Somebody tried to add this address to the account ${username} at ${url}.

It belongs to another account already, so nothing was changed. If it was you, sign in with the wallet
of that account and remove the address there first: ${url}/account/config
`,
});
