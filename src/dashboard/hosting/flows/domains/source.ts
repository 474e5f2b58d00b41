import type { bucketDomains } from "../../../../../resources/storage/domains.ts";
import type { Like, Row } from "../../../../../resources/declare/define.ts";
import { verifyDomain } from "../../../../../resources/hosting/domains/domain-calls.ts";
import { domains } from "../../../../../resources/hosting/domains/domains.ts";
import type { PathParams } from "../../../framework/data/record-keys.ts";

/** A domain of a site, gateway or bucket. */
export type ShownDomain = Row<typeof domains> | Row<typeof bucketDomains>;

/** Resource and calls of domains: those of sites and gateways, or those of buckets. */
export interface DomainSource {
  readonly resource: typeof domains | typeof bucketDomains;
  /** The call for bucket domains has the same reply. */
  readonly verify: Like<typeof verifyDomain>;
  /** Returns the path parameters that identify a domain. */
  paramsOf(domain: ShownDomain): PathParams;
  /** Text for verified domains. */
  readonly leadsTo: string;
}

export const siteDomains: DomainSource = {
  resource: domains,
  verify: verifyDomain,
  paramsOf: ({ domainId }) => ({ domainId }),
  leadsTo: "This domain serves your content.",
};
