import type { AccountContents } from "../../../../../resources/account/deletion.ts";

/** Returns one sentence for each kind of content that is deleted with the account. */
export const lossesOf = (contents: AccountContents): string[] => {
  const { projects, deployments, domains, repositories, tokens, members, memberships, wallets } = contents;
  const { buckets, pins, names, gateways, rollups, keys } = contents;
  const deploys = `${many(deployments, "deployment")} and ${projects === 1 ? "its log is" : "their logs are"}`;
  return [
    ...(projects > 0 ? [`${many(projects, "project")} with ${deploys} deleted; live sites go offline.`] : []),
    ...(domains > 0 ? [`${many(domains, "domain")} ${domains === 1 ? "stops" : "stop"} working.`] : []),
    ...(buckets > 0 ? [`${many(buckets, "bucket")} with all files and snapshots ${areOf(buckets)} deleted.`] : []),
    ...(pins > 0 ? [`${many(pins, "pin")} ${areOf(pins)} removed.`] : []),
    ...(names > 0
      ? [
          `${many(names, "IPNS name")} can never be published again, because ${names === 1 ? "its key is" : "their keys are"} deleted.`,
        ]
      : []),
    ...(gateways > 0 ? [`${many(gateways, "gateway")} ${gateways === 1 ? "stops" : "stop"} serving content.`] : []),
    ...(rollups > 0
      ? [`${many(rollups, "rollup")} ${rollups === 1 ? "is" : "are"} permanently stopped, with all blocks deleted.`]
      : []),
    ...(repositories > 0
      ? [`${many(repositories, "Git repository", "Git repositories")} on Freehold ${areOf(repositories)} deleted.`]
      : []),
    ...(keys > 0 ? [`${many(keys, "RPC or AI key")} ${keys === 1 ? "stops" : "stop"} working.`] : []),
    ...(tokens > 0 ? [`${many(tokens, "deploy token")} ${tokens === 1 ? "stops" : "stop"} working.`] : []),
    ...(members > 0
      ? [
          `${many(members, "member")} of your team ${members === 1 ? "loses" : "lose"} access and ${members === 1 ? "is" : "are"} notified.`,
        ]
      : []),
    ...(memberships > 0 ? [`You leave ${many(memberships, "other team")}.`] : []),
    `Your name, avatar, ${wallets === 1 ? "wallet link" : `links to ${wallets} wallets`} and settings are deleted.`,
    "All browsers are signed out. Signing in again creates a new account.",
  ];
};

const areOf = (count: number): string => (count === 1 ? "is" : "are");

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;
