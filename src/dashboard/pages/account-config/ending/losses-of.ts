import type { AccountContents } from "../../../../../resources/account/deletion.ts";

/** What a person loses with the account, a sentence each; only what there is. */
export const lossesOf = (contents: AccountContents): string[] => {
  const { projects, deployments, domains, repositories, tokens, members, memberships, wallets } = contents;
  const { buckets, pins, names, gateways, rollups } = contents;
  const deploys = `${many(deployments, "deployment")} and ${projects === 1 ? "its log is" : "their logs are"}`;
  return [
    ...(projects > 0 ? [`${many(projects, "project")} with ${deploys} deleted; what is online goes offline.`] : []),
    ...(domains > 0 ? [`${many(domains, "domain")} no longer ${domains === 1 ? "leads" : "lead"} here.`] : []),
    ...(buckets > 0 ? [`${many(buckets, "bucket")} with all files and snapshots ${areOf(buckets)} deleted.`] : []),
    ...(pins > 0 ? [`${many(pins, "pin")} ${areOf(pins)} removed.`] : []),
    ...(names > 0 ? [`${many(names, "IPNS name")} can never be published again: no key is left.`] : []),
    ...(gateways > 0 ? [`${many(gateways, "gateway")} no longer ${gateways === 1 ? "serves" : "serve"}.`] : []),
    ...(rollups > 0
      ? [`${many(rollups, "rollup")} ${rollups === 1 ? "stops" : "stop"} for good, with all blocks.`]
      : []),
    ...(repositories > 0
      ? [`${many(repositories, "Git repository", "Git repositories")} on this cloud ${areOf(repositories)} deleted.`]
      : []),
    ...(tokens > 0 ? [`${many(tokens, "auth token")} no longer ${tokens === 1 ? "works" : "work"}.`] : []),
    ...(members > 0
      ? [`${many(members, "member")} of your team ${members === 1 ? "loses" : "lose"} it, and a notice says so.`]
      : []),
    ...(memberships > 0 ? [`You leave ${many(memberships, "team")} of others.`] : []),
    `Your name, picture, ${wallets === 1 ? "wallet's link" : `links to ${wallets} wallets`} and settings are forgotten.`,
    "Every browser is signed out. Your wallet can sign in again, as somebody new.",
  ];
};

const areOf = (count: number): string => (count === 1 ? "is" : "are");

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;
