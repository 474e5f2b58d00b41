import { members } from "../../../../resources/account/teams/members.ts";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { href, pageHref } from "../../../../resources/declare/href.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { deposit } from "../../../../resources/pages.ts";
import { rpcKeys } from "../../../../resources/rpc/keys.ts";
import { buckets } from "../../../../resources/storage/buckets.ts";
import type { TeamUsage } from "../../framework/cost/usage-tiles.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { useAllows } from "../../framework/use-allows.ts";
import type { IconName } from "../../ui/icons.ts";

export interface Step {
  readonly title: string;
  readonly text: string;
  readonly icon: IconName;
  readonly to: string;
  readonly isDone: boolean;
}

interface StepsOptions {
  readonly usage: TeamUsage | undefined;
  /** False once the checklist is dismissed: nothing is fetched. */
  readonly enabled: boolean;
  /** The user's own team: others can't deposit for it. */
  readonly own: boolean;
}

/** First steps of a team, those that the user may take, ticked by what the team has. Undefined while loading. */
export const useSteps = ({ usage, enabled, own }: StepsOptions): readonly Step[] | undefined => {
  const allows = useAllows();
  const may = (name: string): boolean => enabled && allows("create", name);
  const stored = useRecords(buckets, { enabled: may(buckets.name) });
  const keys = useRecords(rpcKeys, { enabled: may(rpcKeys.name) });
  const people = useRecords(members, { size: 1, enabled: may(members.name) });
  const paid = useRecords(deposits, { size: 1, enabled: enabled && own });
  if (!enabled) return [];
  if (!usage || [stored, keys, people, paid].some(({ loading }) => loading)) return undefined;
  const steps: (Step & { readonly isOffered: boolean })[] = [
    {
      title: "Deploy a site",
      text: "From a folder, a repository or a template",
      icon: "rocket",
      to: href(projects, "create"),
      isDone: usage.deployments > 0,
      isOffered: may(projects.name),
    },
    {
      title: "Store a file",
      text: "In a bucket, by the browser or any S3 client",
      icon: "bucket",
      to: href(buckets, "list"),
      isDone: (stored.rows ?? []).some(({ objectCount }) => objectCount > 0),
      isOffered: may(buckets.name),
    },
    {
      title: "Create an RPC key",
      text: "One URL for every supported chain",
      icon: "exchange",
      to: href(rpcKeys, "list"),
      isDone: keys.total > 0,
      isOffered: may(rpcKeys.name),
    },
    {
      title: "Invite a member",
      text: "By wallet, email or link, with the access you choose",
      icon: "users",
      to: href(members, "list"),
      // The owner is in the list.
      isDone: people.total > 1,
      isOffered: may(members.name),
    },
    {
      title: "Add LAND",
      text: "Pays for usage beyond your package",
      icon: "wallet",
      to: pageHref(deposit),
      isDone: paid.total > 0,
      isOffered: own,
    },
  ];
  return steps.filter(({ isOffered }) => isOffered);
};
