/** Storage keys of the session (spec §3). */
export const sessionKeys = {
  token: "token",
  authData: "authData",
  refreshKey: "refreshKey",
  userInfo: "userInfo",
  teamList: "teamList",
  teamId: "teamId",
  /** The token of the user's Boost node. */
  nodeToken: "nodeToken",
  /** The messaging app's user whose session this is. */
  messagingUser: "messagingUser",
  loginTo: "loginTo",
  inviteCode: "inviteCode",
  /** GitHub's code for an account that is not linked yet; see account/flows/bind-account. */
  lastGitHubCode: "last_github_code",
  codeHostBrowser: "codeHostBrowser",
  /** Temporary S3 credentials; see api/s3/credentials.ts. */
  sts: "stsData1",
} as const;

/** Keys that a 401 keeps: the guide flag, the theme, the menu's groups, the read changelog entries and the return path. */
export const preservedKeys = [
  "guide",
  "theme",
  "menu",
  "loginTo",
  "inviteCode",
  "config",
  "last_github_code",
  "codeHostBrowser",
  "changelogNum",
] as const;
