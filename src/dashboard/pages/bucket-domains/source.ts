import { verifyBucketDomain } from "../../../../resources/bucket/domain-calls.ts";
import { bucketDomains } from "../../../../resources/bucket/domains.ts";
import type { DomainSource } from "../domains/source.ts";

export const ofBuckets: DomainSource = {
  resource: bucketDomains,
  verify: verifyBucketDomain,
  paramsOf: ({ domain }) => ({ domain }),
  leadsTo: "Serves the bucket's files publicly.",
};
