/** A custom domain that serves a bucket's files publicly. */
import { defineResource } from "../declare/define.ts";
import { id } from "../declare/fields.ts";
import { ref } from "../declare/special-fields.ts";
import { domainName } from "../hosting/domains/domain-names.ts";
import { domains } from "../hosting/domains/domains.ts";

const { unicode, state, valid, message, records, certificate, certificateMessage, checkedAt, createdAt } =
  domains.fields;

export const bucketDomains = defineResource({
  name: "bucket-domains",
  title: "Bucket domains",
  noun: "domain",
  intro: "Serve a bucket's files publicly on your own domain.",
  group: "Bucket",
  access: "BUCKET",
  menu: { section: "Storage", icon: "globe", label: "Domains" },

  routes: { list: "/bucket/domains" },
  findBy: "domain",
  titles: { create: "Add domain" },
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
    domain: domainName,
    unicode,
    bucketName: ref(
      "Bucket",
      { page: "/bucket/storage/{bucketName}" },
      { min: 1, max: 64, required: "Select a bucket.", placeholder: "Select a bucket" },
    ),
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
    columns: {
      domain: {},
      bucketName: { width: "24%" },
      state: { title: "Status", width: "160px" },
      certificate: { width: "130px" },
      createdAt: { width: "164px", wideOnly: true },
    },
    search: "domain",
    filters: ["state"],
    limit: domains.list.limit,
    limitPer: "bucketName",
    bulk: ["delete"],
    empty: { title: "No domains yet", text: "Add a domain you own to serve a bucket's files publicly." },
  },
  create: ["domain", "bucketName"],
  remove: {
    several: "Files are no longer served at these domains. DNS records at your provider are not changed.",
    confirm: "The bucket's files are no longer served at this domain. DNS records at your provider are not changed.",
  },
});
