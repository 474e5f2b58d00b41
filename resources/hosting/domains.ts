/** A host name that a team brings for a project: what it proves, where it leads, and its certificate. */
import * as z from "zod/mini";
import { defineResource } from "../define.ts";
import { choice, data, date, id, optional, status, text, toggle } from "../fields.ts";
import { domainChoices, domainHint, gatewayChoice } from "./domain-names.ts";

export const domainStates = ["pending", "valid", "invalid"] as const;
export type DomainState = (typeof domainStates)[number];

export const certificateStates = ["none", "pending", "valid", "failed"] as const;
export type CertificateState = (typeof certificateStates)[number];

export const recordTypes = ["TXT", "CNAME", "A", "AAAA", "ALIAS"] as const;

const dnsRecord = z.object({
  type: z.enum(recordTypes),
  name: z.string(),
  value: z.string(),
  /** TXT proves who owns the name; the others bring its visitors here. */
  purpose: z.enum(["proof", "target"]),
});
export type DnsRecord = z.output<typeof dnsRecord>;

const redirect = z.object({ redirectTo: z.string(), code: z.literal([301, 302]) });

export const domains = defineResource({
  name: "domains",
  title: "Domains",
  group: "Hosting",
  access: "HOSTING",
  menu: { section: "Hosting", icon: "globe" },

  routes: { list: "/hosting/domains" },
  calls: {
    list: "GET $hosting/domain",
    show: "GET $hosting/domain/{domainId}",
    create: "POST $hosting/domain",
    delete: "DELETE $hosting/domain/{domainId}",
  },
  log: { create: "HOSTING_ADD_DOMAIN", delete: "HOSTING_DELETE_DOMAIN" },
  /** The name that serves, and all names that were added. */
  replies: { create: z.object({ domainId: z.string(), domainIds: z.array(z.string()) }) },

  fields: {
    domainId: id(),
    /** As DNS knows it: punycode. */
    domain: text("Domain", { min: 1, max: 300, hint: domainHint }),
    /** As people write it, where that is not the same. */
    unicode: optional(text("Written")),
    /** What it leads to: its id and name stand in the two after it. */
    kind: choice("Leads to", ["project", "gateway"], { project: "Project", gateway: "Gateway" }),
    projectId: id("Project"),
    projectName: text("Project"),
    state: status("State", domainStates, { pending: "Waiting for DNS", valid: "Verified", invalid: "Not served" }),
    /** Verified, and served by this cloud. */
    valid: toggle("Valid"),
    /** What the last check found in the way. */
    message: optional(text("Notice")),
    /** The record that brings visitors here, with its value. */
    type: choice("Record", ["CNAME", "A", "ALIAS"]),
    value: text("Value"),
    /** This cloud's addresses, for A and AAAA records. */
    ip: optional(text("Addresses")),
    /** Value of the TXT record that proves who owns the name. */
    txt: text("TXT"),
    cname: text("CNAME"),
    /** Every record to set, in the order of a provider's form. */
    records: data("Records", z.array(dnsRecord)),
    redirect: optional(data("Redirect", redirect)),
    /** Absent where this cloud does not speak HTTPS itself. */
    certificate: optional(
      status("Certificate", certificateStates, {
        none: "None",
        pending: "On its way",
        valid: "Valid",
        failed: "Failed",
      }),
    ),
    certificateMessage: optional(text("Certificate notice")),
    /** See domain-names.ts; only the given name unless said. */
    createType: optional(data("Names", z.literal([...domainChoices, gatewayChoice]))),
    checkedAt: optional(date("Checked")),
    createdAt: date("Added"),
  },

  list: {
    columns: ["domain", "projectName", "state", "certificate", "redirect", "createdAt"],
    search: "domain",
    filters: ["state"],
    empty: { title: "No domains yet", text: "Add a name you own, and visitors reach your site by it." },
  },
  listQuery: z.object({ projectId: z.optional(z.string()) }),
  create: ["domain", "projectId", "createType"],
  remove: { confirm: "Visitors no longer reach the site by this name. Its DNS records stay with your provider." },
});
