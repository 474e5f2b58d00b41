/** A custom domain that serves a bucket's files publicly. */
import { defineResource } from "../define.ts";
import { id, text } from "../fields.ts";
import { domainHint } from "../hosting/domain-names.ts";
import { domains } from "../hosting/domains.ts";

const { unicode, state, valid, message, records, certificate, certificateMessage, checkedAt, createdAt } =
  domains.fields;

export const bucketDomains = defineResource({
  name: "bucket-domains",
  title: "Bucket domains",
  group: "Storage",
  access: "BUCKET",
  menu: { section: "Storage", icon: "globe" },

  routes: { list: "/bucket/domains" },
  base: "$bucketDomain/domain/bucket",
  key: "domain",
  calls: {
    list: "GET $bucketDomain/domain/bucket/list",
    show: "GET $bucketDomain/domain/bucket/{domain}",
  },
  log: { create: "BUCKET_ADD_DOMAIN", delete: "BUCKET_DELETE_DOMAIN" },

  fields: {
    domainId: id(),
    /** In punycode, as in DNS. */
    domain: text("Domain", { min: 1, max: 300, hint: domainHint }),
    unicode,
    bucketName: text("Bucket", { min: 1, max: 64 }),
    state,
    valid,
    message,
    records,
    certificate,
    certificateMessage,
    checkedAt,
    createdAt,
  },

  list: {
    columns: { domain: {}, bucketName: {}, state: {}, certificate: {}, createdAt: {} },
    search: "domain",
    filters: ["state"],
    empty: { title: "No domains yet", text: "Add a domain you own to serve a bucket's files publicly." },
  },
  create: ["domain", "bucketName"],
  remove: {
    confirm: "The bucket's files are no longer served at this domain. DNS records at your provider are not changed.",
  },
});
