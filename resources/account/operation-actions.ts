/** What the operation log can say was done: a code for programs and filters, and the words people read. */
export const operationActions = {
  OAUTH_SIGN_IN: "Signed in",
  OAUTH_SIGN_OUT: "Signed out",
  OAUTH_END_SESSION: "Ended a session",
  OAUTH_EDIT_PROFILE: "Changed the profile",
  OAUTH_SET_EMAIL: "Changed the e-mail address",
  OAUTH_VERIFY_EMAIL: "Confirmed the e-mail address",
  OAUTH_EDIT_SETTINGS: "Changed the notification settings",
  OAUTH_LINK_WALLET: "Linked a wallet",
  OAUTH_UNLINK_WALLET: "Unlinked a wallet",
  OAUTH_LINK_CODE_HOST: "Linked a code-hosting account",
  OAUTH_UNLINK_CODE_HOST: "Unlinked the code-hosting account",
  OAUTH_LINK_SOLANA: "Linked a Solana address",
  OAUTH_UNLINK_SOLANA: "Unlinked the Solana address",
  OAUTH_EDIT_BALANCE_ALERT: "Changed the balance alert",
  OAUTH_EDIT_WEBHOOK: "Changed the webhook",
  OAUTH_DELETE_ACCOUNT: "Deleted the account",
  OAUTH_INVITE_MEMBER: "Invited a member",
  OAUTH_ANSWER_INVITATION: "Answered an invitation",
  OAUTH_EDIT_MEMBER: "Changed a member",
  OAUTH_LEAVE_TEAM: "Left the team",
  OAUTH_SEND_FEEDBACK: "Sent feedback",
  OAUTH_PUBLISH_NOTICE: "Published a notice",
  OAUTH_EDIT_NOTICE: "Changed a notice",
  OAUTH_DELETE_NOTICE: "Deleted a notice",
  OAUTH_EDIT_FEEDBACK: "Answered feedback",
  OAUTH_DELETE_FEEDBACK: "Deleted feedback",
  HOSTING_CREATE_PROJECT: "Created a project",
  HOSTING_EDIT_PROJECT: "Changed a project",
  HOSTING_DELETE_PROJECT: "Deleted a project",
  HOSTING_DEPLOY_PROJECT: "Deployed a project",
  HOSTING_REDEPLOY_PROJECT: "Redeployed a project",
  HOSTING_CANCEL_DEPLOYMENT: "Cancelled a deployment",
  HOSTING_ROLL_BACK_PROJECT: "Rolled a project back",
  HOSTING_DELETE_DEPLOYMENT: "Deleted a deployment",
  HOSTING_DELETE_PREVIEW: "Deleted a branch preview",
  HOSTING_UPLOAD: "Uploaded files",
  HOSTING_ADD_DOMAIN: "Added a domain",
  HOSTING_EDIT_DOMAIN: "Changed a domain",
  HOSTING_VERIFY_DOMAIN: "Checked a domain",
  HOSTING_DELETE_DOMAIN: "Deleted a domain",
  HOSTING_CREATE_HOOK: "Created a deploy hook",
  HOSTING_DELETE_HOOK: "Deleted a deploy hook",
  HOSTING_RUN_HOOK: "Called a deploy hook",
  HOSTING_CREATE_TOKEN: "Created an auth token",
  HOSTING_DELETE_TOKEN: "Deleted an auth token",
  HOSTING_CREATE_REPOSITORY: "Created a repository",
  HOSTING_IMPORT_REPOSITORY: "Imported a repository",
} as const satisfies Record<string, string>;

export type OperationAction = keyof typeof operationActions;

/** First word of a code. */
export type OperationFamily = OperationAction extends `${infer Family}_${string}` ? Family : never;

/** What the operation log can be narrowed to: each part of the product that has actions. */
export const operationFamilies: Readonly<Record<OperationFamily, string>> = {
  OAUTH: "Account and team",
  HOSTING: "Hosting",
};
