import { sql } from "kysely";
import type * as z from "zod/mini";
import { emailAddress } from "../../../../resources/account/email.ts";
import { noAccess, type Grant } from "../../../../resources/account/teams/grants.ts";
import type { inviteMember } from "../../../../resources/account/teams/member-calls.ts";
import { members } from "../../../../resources/account/teams/members.ts";
import { roleOf, roles } from "../../../../resources/account/teams/roles.ts";
import { invitationEmailsPerAddress, invitationEmailsPerTeam } from "../../../../resources/limits.ts";
import { messages } from "../../../../resources/declare/messages.ts";
import { ethereumAddressPattern, prefixedAddress } from "../../../../resources/declare/patterns.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { checksumAddress } from "../../engines/evm/checksum-address.ts";
import type { Email, Mail } from "../email/service.ts";
import type { Standing } from "../../billing/standing/service.ts";
import { inviteLink } from "./codes.ts";
import { type Target, userOfTarget } from "./invitation-target.ts";
import { dropEnded, insertInvitation, isOpen, membershipState } from "./invitations.ts";
import { managed, type TeamCaller } from "./manage.ts";
import type { News } from "./news.ts";
import { offer, type OfferDeps } from "./offers.ts";
import { refusalToGive, tidyGrant } from "./rights.ts";

export type InvitationInput = z.output<NonNullable<typeof inviteMember.body>>["invitation"];

export interface InviteDeps extends OfferDeps {
  readonly mail: Pick<Mail, "queue">;
  readonly standing: Pick<Standing, "requireNeeds">;
}

export interface Invited {
  readonly invitationId: string;
  readonly link: string;
  readonly news: News;
}

/**
 * Invites to the caller's team. The owner of the wallet or email address sees it immediately. Throws INVALID_INPUT on
 * `invitation.target` or `invitation.access`, NOT_ACTIVATED, MEMBER_INVITED, MEMBER_ALREADY, MEMBERS_LIMIT and
 * INVITATION_LETTERS.
 */
export const invite = async (
  deps: InviteDeps,
  trx: Trx,
  caller: TeamCaller,
  input: InvitationInput,
  origin: string,
): Promise<Invited> => {
  const { team, manager } = await managed(trx, caller);
  await deps.standing.requireNeeds(trx, team.id, members);
  const grant = tidyGrant(input);
  const beyond = refusalToGive(manager, noAccess, grant);
  if (beyond !== undefined) throw wrong("access", beyond);
  const target = targetIn(input);
  await dropEnded(trx, team.id);
  const personId = target && (await userOfTarget(trx, target));
  if (target && personId === manager.personId) {
    throw wrong(
      "target",
      target.type === "WALLET"
        ? "This is your own wallet. Enter another user's wallet."
        : "This is your own email address. Enter another user's address.",
    );
  }
  if (personId !== undefined) await refuseExisting(trx, team.id, personId);
  if (target) await replaceDeclined(trx, team.id, target);
  const invitation = await insertInvitation(trx, team.id, {
    ...grant,
    type: input.type,
    target: target?.target ?? "",
    note: input.note,
    personId: null,
    invitedBy: manager.personId,
  });
  const { id, code, expires_at: expiresAt } = invitation;
  const link = inviteLink(origin, code);
  if (personId !== undefined) await offer(deps, trx, team, id, personId);
  if (target?.type === "EMAIL") {
    await recordInvitationEmail(trx, team.id, target.target);
    const emailContent = invitationEmail({ to: target.target, team: team.name, grant, link, expiresAt });
    await deps.mail.queue(trx, { ...emailContent, askedBy: manager.personId });
  }
  return { invitationId: id, link, news: { teamId: team.id, ...(personId !== undefined && { noticed: [personId] }) } };
};

/** Normalizes for comparison: a checksummed address or a lowercase email; undefined for a link. */
const targetIn = ({ type, target }: InvitationInput): Target | undefined => {
  if (type === "LINK") return undefined;
  if (type === "WALLET") {
    if (!ethereumAddressPattern.test(target)) throw wrong("target", messages.walletAddressInvalid);
    return { type, target: checksumAddress(prefixedAddress(target)) };
  }
  const email = emailAddress.safeParse(target);
  if (!email.success) throw wrong("target", "Invalid email");
  return { type, target: email.data };
};

const refuseExisting = async (trx: Trx, teamId: string, personId: string): Promise<void> => {
  const { isMember, open } = await membershipState(trx, teamId, personId);
  if (isMember) throw new AppError("MEMBER_ALREADY");
  if (open !== undefined) throw new AppError("MEMBER_INVITED");
};

/** Replaces a declined invitation of the same wallet or address. */
const replaceDeclined = async (trx: Trx, teamId: string, { type, target }: Target): Promise<void> => {
  const former = await trx
    .selectFrom("invitation")
    .selectAll()
    .where("team_id", "=", teamId)
    .where("type", "=", type)
    .where("target", "=", target)
    .executeTakeFirst();
  if (!former) return;
  if (isOpen(former)) throw new AppError("MEMBER_INVITED");
  if (former.status !== "REJECT") throw new AppError("MEMBER_ALREADY");
  await trx.deleteFrom("invitation").where("id", "=", former.id).execute();
};

const wrong = (field: "target" | "access", message: string): AppError =>
  new AppError("INVALID_INPUT", { fields: { [`invitation.${field}`]: [message] } });

/**
 * Records that a team sends an email. Invitations can be cancelled and repeated, so their number does not limit the
 * emails. The caller holds the team's row. Throws INVITATION_LETTERS.
 */
const recordInvitationEmail = async (trx: Trx, teamId: string, recipient: string): Promise<void> => {
  await trx.deleteFrom("invitation_letter").where("sent_at", "<=", dayAgo).execute();
  const { byTeam, toAddress } = await trx
    .selectFrom("invitation_letter")
    .select((eb) => [
      eb.fn.countAll<bigint>().filterWhere("team_id", "=", teamId).as("byTeam"),
      eb.fn.countAll<bigint>().filterWhere("recipient", "=", recipient).as("toAddress"),
    ])
    .where((where) => where.or([where("team_id", "=", teamId), where("recipient", "=", recipient)]))
    .executeTakeFirstOrThrow();
  if (Number(byTeam) >= invitationEmailsPerTeam || Number(toAddress) >= invitationEmailsPerAddress) {
    throw new AppError("INVITATION_LETTERS");
  }
  await trx.insertInto("invitation_letter").values({ team_id: teamId, recipient }).execute();
};

const dayAgo = sql<Date>`now() - interval '1 day'`;

/** Creates the invitation email with the team's invite link. */
const invitationEmail = ({
  to,
  team,
  grant,
  link,
  expiresAt,
}: {
  readonly to: string;
  readonly team: string;
  readonly grant: Grant;
  readonly link: string;
  readonly expiresAt: Date;
}): Email => ({
  to,
  subject: `${team} invites you to join on Freehold`,
  text: `The team ${team} invites you to join on Freehold${roleText(grant)}.

1. Open ${link}
2. Sign in with your wallet. A new wallet works too.
3. Select Join team.

The link works once, for anyone who opens it, until ${dayOf(expiresAt)}. Don't share it.

If you don't know this team, ignore this email.
`,
});

const roleText = (grant: Grant): string => {
  const name = roleOf(grant);
  return name ? ` as ${roles[name].label}` : "";
};

const dayOf = (moment: Date): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(moment);
