/**
 * Shows an invitation to a team first. Otherwise offers new users, once per browser, to activate the account or else to
 * make the first deposit (spec §4).
 */
import { registration } from "../../../../resources/chains/activation.ts";
import { firstRecharge } from "../../../../resources/billing/deposit-calls.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { deposit, overview } from "../../../../resources/pages.ts";
import { invitationsOf } from "../../account/flows/notices/machine.ts";
import { send } from "../../api/client.ts";
import { session } from "../../api/session/session.ts";
import { showActivation } from "../../chains/flows/activation/show-activation.tsx";
import { showFirstDeposit } from "../../billing/flows/first-deposit/show-first-deposit.tsx";
import { settled } from "../../lib/async/at-rest.ts";
import { guideFlags } from "../../lib/guide-flags.ts";
import { leaveFor } from "./go.ts";
import { onChain } from "./on-chain.ts";
import { redeemInviteOnce } from "./redeem-invite.ts";

declare global {
  interface Window {
    /** False in browser tests that are not about onboarding: no dialog covers the screen. */
    welcomes?: boolean;
  }
}

const flag = "welcome";
/** Neither dialog appears on these paths: the specification's exceptions, and flows that it would cover. */
const excludedPath = /quest|claim|boost|deposit|purchase|\/new|\/create|\/build\/|\/dev\//;

let isChecked = false;

/**
 * Shows the offer on the first screen only, never over a later screen or another dialog, and never to users who answer
 * an invitation or work in the team they joined. Otherwise the next visit tries again.
 */
export const welcome = async (): Promise<void> => {
  const isInvited = (await redeemInviteOnce()) && (await askInvited());
  if (isChecked || window.welcomes === false || (guideFlags.has(flag) && onChain.get() === true)) return;
  isChecked = true;
  const isNewcomer = !guideFlags.has(flag);
  if (!isNewcomer) await settled();
  const { pathname } = location;
  const [{ handled }, recharge, isAnswering] = await Promise.all([
    send(registration, { silent: true }),
    isNewcomer ? send(firstRecharge, { silent: true }) : undefined,
    isInvited || (isNewcomer && askInvited()),
  ]);
  onChain.set(handled);
  if (!recharge || isAnswering || session.get().team?.type === "COLLABORATION") return;
  const { firstRecharge: hasDeposited, timestamp } = recharge;
  const isElsewhere = location.pathname !== pathname || document.querySelector("dialog[open]") !== null;
  if (hasDeposited || session.get().token === undefined || isElsewhere || excludedPath.test(pathname)) return;
  guideFlags.dismiss(flag);
  if (handled) {
    if (await showFirstDeposit(timestamp)) leaveFor(pageHref(deposit));
  } else await activate();
};

/** Asks about open invitations, of which notices otherwise tell later. Returns whether there are any. */
const askInvited = async (): Promise<boolean> => {
  const { notices } = await import("../../account/flows/notices/browser-notices.ts");
  // The page loads them by itself (follow.ts).
  await notices.known();
  return invitationsOf(notices.get()).length > 0;
};

/** Opens the activation dialog; afterwards the user returns to the overview. */
export const activate = async (): Promise<void> => {
  if (!(await showActivation())) return;
  onChain.set(true);
  leaveFor(pageHref(overview));
};
