/** A custom domain of a project: verification, DNS records and certificate. */
import * as z from "zod/mini";
import { defineResource } from "../../declare/define.ts";
import { choice, data, date, id, optional, status, text, toggle } from "../../declare/fields.ts";
import { domainsPerProject } from "../../limits.ts";
import { domainChoices, domainName, gatewayChoice } from "./domain-names.ts";

export const domainStates = ["pending", "valid", "invalid"] as const;
export type DomainState = (typeof domainStates)[number];

export const certificateStates = ["none", "pending", "valid", "failed"] as const;
export type CertificateState = (typeof certificateStates)[number];

export const recordTypes = ["TXT", "CNAME", "A", "AAAA", "ALIAS"] as const;

const dnsRecord = z.object({
  type: z.enum(recordTypes),
  name: z.string(),
  value: z.string(),
  /** TXT verifies ownership; the others point the domain here. */
  purpose: z.enum(["proof", "target"]),
});
export type DnsRecord = z.output<typeof dnsRecord>;

const redirect = z.object({ redirectTo: z.string(), code: z.literal([301, 302]) });

export const domains = defineResource({
  name: "domains",
  title: "Site domains",
  noun: "domain",
  intro: "Custom domains for your sites.",
  group: "Hosting",
  access: "HOSTING",
  menu: { section: "Hosting", icon: "globe", label: "Domains" },

  routes: { list: "/hosting/domains" },
  titles: { create: "Add domain" },
  findBy: "domain",
  base: "$hosting/domain",
  key: "domainId",
  calls: { show: "GET $hosting/domain/{domainId}" },
  log: { create: "HOSTING_ADD_DOMAIN", delete: "HOSTING_DELETE_DOMAIN" },
  /** The serving name, and all added names. */
  replies: { create: z.object({ domainId: z.string(), domainIds: z.array(z.string()) }) },

  fields: {
    domainId: id(),
    /** In punycode, as in DNS. */
    domain: domainName,
    /** The Unicode form, if different from `domain`. */
    unicode: optional(text("Unicode name")),
    /** The target's kind. The next two fields hold its ID and name. */
    kind: choice("Target", ["project", "gateway"], { project: "Project", gateway: "Gateway" }),
    projectId: id("Project"),
    projectName: text("Project"),
    state: status("State", domainStates, { pending: "Waiting for DNS", valid: "Verified", invalid: "Invalid" }),
    /** Verified and served by this instance. */
    valid: toggle("Valid"),
    /** The problem that the last check found. */
    message: optional(text("Notice")),
    /** The record that points the domain here, and its value. */
    type: choice("Record", ["CNAME", "A", "ALIAS"]),
    value: text("Value"),
    /** This instance's IP addresses, for A and AAAA records. */
    ip: optional(text("Addresses")),
    /** Value of the TXT record that verifies ownership. */
    txt: text("TXT"),
    cname: text("CNAME"),
    /** All records to set, in the order of a DNS provider's form. */
    records: data("Records", z.array(dnsRecord)),
    redirect: optional(data("Redirect", redirect)),
    /** Absent if this instance doesn't serve HTTPS. */
    certificate: optional(
      status("Certificate", certificateStates, {
        none: "None",
        pending: "Pending",
        valid: "Valid",
        failed: "Failed",
      }),
    ),
    certificateMessage: optional(text("Certificate notice")),
    /** See domain-names.ts. Defaults to only the given name. */
    createType: optional(data("Names", z.literal([...domainChoices, gatewayChoice]))),
    checkedAt: optional(date("Checked")),
    createdAt: date("Added"),
  },

  list: {
    columns: {
      domain: {},
      projectName: { title: "Target", width: "16%" },
      state: { title: "Status", width: "160px" },
      certificate: { width: "130px" },
      redirect: { title: "Redirects to", width: "20%" },
      createdAt: { width: "164px", wideOnly: true },
    },
    search: "domain",
    filters: ["state"],
    limit: domainsPerProject,
    limitPer: "projectId",
    bulk: ["delete"],
    empty: { title: "No domains yet", text: "Add a custom domain to serve your site from it." },
  },
  listQuery: z.object({ projectId: z.optional(z.string()) }),
  create: ["domain", "projectId", "createType"],
  remove: {
    several: "Sites are no longer available at these domains. Remove the DNS records at your provider.",
    confirm: "The site is no longer available at this domain. Remove its DNS records at your provider.",
  },
});
