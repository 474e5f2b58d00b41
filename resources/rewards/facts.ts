/** Facts about a user that the server can count: proof of tasks and quests. */
export const rewardFacts = [
  "signedIn",
  "email",
  "activated",
  "deposited",
  "deployments",
  "deploymentsToday",
  "files",
  "bucketToday",
  "members",
  "rpcKeys",
  "rpcToday",
  "aiKeys",
  "ipnsNames",
  "gatewayRequests",
  "boost",
  "invitees",
  "visits",
] as const;
export type RewardFact = (typeof rewardFacts)[number];

/** Labels in the operators' quest form. */
export const rewardFactLabels: Readonly<Record<RewardFact, string>> = {
  signedIn: "Signed in",
  email: "Confirmed an email address",
  activated: "Activated the account",
  deposited: "Made the first deposit",
  deployments: "Successful deployments",
  deploymentsToday: "Successful deployments today",
  files: "Files in buckets",
  bucketToday: "Buckets changed today",
  members: "Members of the user's team",
  rpcKeys: "RPC keys",
  rpcToday: "RPC requests today",
  aiKeys: "AI keys",
  ipnsNames: "IPNS names",
  gatewayRequests: "Requests to dedicated gateways",
  boost: "Joined Boost",
  invitees: "Activated invitees",
  visits: "Days with a collected daily visit",
};
