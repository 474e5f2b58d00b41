import type { bucketDomains } from "../../../../resources/bucket/domains.ts";
import type { Like, Row } from "../../../../resources/define.ts";
import { verifyDomain } from "../../../../resources/hosting/domain-calls.ts";
import { domains } from "../../../../resources/hosting/domains.ts";
import type { PathParams } from "../../framework/data/record-keys.ts";

/** A name, wherever it leads. */
export type ShownDomain = Row<typeof domains> | Row<typeof bucketDomains>;

/** Where names are kept and looked up: those of sites and gateways, or those of buckets. */
export interface DomainSource {
  readonly resource: typeof domains | typeof bucketDomains;
  /** Those of buckets answer alike. */
  readonly verify: Like<typeof verifyDomain>;
  /** What its calls know a name by. */
  paramsOf(domain: ShownDomain): PathParams;
  /** What is said of a name that is well. */
  readonly leadsTo: string;
}

export const siteDomains: DomainSource = {
  resource: domains,
  verify: verifyDomain,
  paramsOf: ({ domainId }) => ({ domainId }),
  leadsTo: "Visitors are redirected to this domain.",
};
