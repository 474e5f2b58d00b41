/** Checks a bucket's domain, and manages a bucket's public address on this server. */
import { defineRows } from "../declare/rows.ts";
import { optional } from "../declare/fields.ts";
import { shown } from "../declare/special-fields.ts";
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { verifyDomain } from "../hosting/domains/domain-calls.ts";

export const verifyBucketDomain = defineCall("GET $bucketDomain/domain/bucket/{domain}/verify", {
  summary: verifyDomain.summary,
  can: ["edit", "bucket-domains"],
  log: "BUCKET_VERIFY_DOMAIN",
  perMinute: 120,
  reply: verifyDomain.reply,
});

/** Without `url`, the bucket has no address. */
export const bucketAddresses = defineRows({
  label: "Public addresses",
  fields: { bucketName: shown("Bucket"), url: optional(shown("Address")) },
  key: "bucketName",
  columns: { bucketName: {}, url: { width: "56%" } },
  sort: ["bucketName", "url"],
  loading: 1,
  empty: {
    icon: "bucket",
    title: "No public addresses yet",
    text: "Add an address to serve a bucket's files without a custom domain.",
  },
});
const address = bucketAddresses.schema;
export type BucketAddress = z.output<typeof address>;

export const listBucketAddresses = defineCall("GET $bucketDomain/address", {
  summary: "Lists the team's buckets by name, each with its public address on this server.",
  can: ["list", "bucket-domains"],
  reply: z.object({ list: z.array(address) }),
});

export const setBucketAddress = defineCall("PUT $bucketDomain/address/{bucketName}", {
  summary: "Adds or removes a bucket's public address on this server.",
  can: ["edit", "bucket-domains"],
  log: "BUCKET_SET_ADDRESS",
  body: z.object({ on: z.boolean() }),
  reply: address,
});

export const bucketDomainCalls = [verifyBucketDomain, listBucketAddresses, setBucketAddress];
