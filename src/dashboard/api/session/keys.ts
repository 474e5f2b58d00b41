/** Names under which the browser's storage holds the session (spec §3). */
export const sessionKeys = {
  token: "token",
  authData: "authData",
  refreshKey: "refreshKey",
  userInfo: "userInfo",
  teamList: "teamList",
  teamId: "teamId",
  /** The token of the user's node of Boost. */
  nodeToken: "nodeToken",
  /** The messaging app's user whose session it is. */
  messagingUser: "messagingUser",
  loginTo: "loginTo",
  inviteCode: "inviteCode",
  /** GitHub's code for an account that is not linked yet; see flows/bind-account. */
  lastGitHubCode: "last_github_code",
  codeHostBrowser: "codeHostBrowser",
  /** Temporary storage credentials; see api/s3/credentials.ts. */
  sts: "stsData1",
} as const;

/** What a 401 leaves in place: the guide flag, the look, what of the changelog was read, and where to return to. */
export const survivors = [
  "guide",
  "theme",
  "loginTo",
  "inviteCode",
  "config",
  "last_github_code",
  "codeHostBrowser",
  "changelogNum",
] as const;
