/** Starts a server with one team and users in every relation to it, each with their tokens. */
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { accessCodes } from "../../../resources/declare/access.ts";
import type { Team } from "../../../resources/account/teams/teams.ts";
import { readLevels, type Actor } from "./access-table.ts";
import { callerOf } from "../server/api.ts";
import { testCloud } from "../server/cloud.ts";
import { signIn } from "./sign-in.ts";
import { joinTeam } from "./team.ts";

export interface ActingUser {
  readonly account: PrivateKeyAccount;
  /** Personal access token. */
  readonly session: string;
  /** Token for the team under test; for a stranger, the stranger's own team. */
  readonly teamToken: string;
  readonly teamId: string;
  /** Auth token, created while its holder had access. */
  readonly authToken: string;
}

export type Who = Actor | "stranger" | "revoked" | "removed" | "operator";

/** The owner's team, its members by access, and users without a relation to it or with a former one. */
export const teamOfActors = async (settings: Record<string, string> = {}) => {
  const operatorAccount = newAccount();
  const cloud = await testCloud({ OPERATORS: operatorAccount.address, ...settings });
  const { url } = cloud;
  const call = callerOf(url);

  const newcomer = async (account = newAccount()) => {
    const { accessToken: session, refreshToken } = await signIn(url, account);
    const own = (await teamsOf(session))[0]!;
    return { account, session, refreshToken, own };
  };
  const teamsOf = async (session: string): Promise<readonly Team[]> =>
    ((await call("GET /api/auth/cooperation/teams", { token: session })).body.data as { items: Team[] }).items;
  const authTokenOf = async (teamToken: string): Promise<string> =>
    (
      (await call("POST /api/hosting/user/token/new", { token: teamToken, body: { name: "script" } })).body.data as {
        token: string;
      }
    ).token;
  const acting = async ({ account, session, own }: Awaited<ReturnType<typeof newcomer>>, team: Team = own) => ({
    account,
    session,
    teamToken: team.token,
    teamId: team.teamId,
    authToken: await authTokenOf(team.token),
  });

  const owner = await newcomer();
  const { teamId } = owner.own;
  const edit = (invitationId: string, change: object) =>
    call(`PUT /api/auth/cooperation/member?teamId=${teamId}`, {
      token: owner.session,
      body: { invitationId, ...change },
    });
  /** Joins with full access, creates an auth token, and is then changed by `change`. */
  const member = async (change?: object): Promise<ActingUser> => {
    const user = await newcomer();
    const { invitationId } = await joinTeam(url, owner.session, user.session, { access: accessCodes });
    const joined = (await teamsOf(user.session)).find((team) => team.teamId === teamId)!;
    const result = await acting(user, joined);
    if (change) await edit(invitationId, change);
    return result;
  };

  const revoked = await newcomer();
  const revokedActing = await acting(revoked);
  const users: Record<Who, ActingUser> = {
    owner: await acting(owner),
    manages: await member(),
    reads: await member({ access: accessCodes, levels: readLevels }),
    without: await member({ access: [] }),
    disabled: await member({ status: "DISABLE" }),
    removed: await member({ status: "REMOVE" }),
    stranger: await acting(await newcomer()),
    operator: await acting(await newcomer(operatorAccount)),
    revoked: { ...revokedActing, authToken: "" },
  };
  await call("POST /api/auth/sign-out", { body: { refreshToken: revoked.refreshToken } });
  return { cloud, url, users };
};

const newAccount = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());
