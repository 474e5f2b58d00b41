/** What the cloud can count of a person from its own data: the proof of tasks and quests. */
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

/** As operators read them in the form of a quest. */
export const rewardFactLabels: Readonly<Record<RewardFact, string>> = {
  signedIn: "Is here",
  email: "Confirmed an e-mail address",
  activated: "Activated the account",
  deposited: "Made the first deposit",
  deployments: "Deployments that are ready",
  deploymentsToday: "Deployments that are ready, of today",
  files: "Files in buckets",
  bucketToday: "Buckets changed today",
  members: "Members of the own team",
  rpcKeys: "RPC keys",
  rpcToday: "Requests to chains today",
  aiKeys: "AI keys",
  ipnsNames: "IPNS names",
  gatewayRequests: "Requests to dedicated gateways",
  boost: "Joined Boost",
  invitees: "Invited people who have activated",
  visits: "Days on which the daily visit was collected",
};
