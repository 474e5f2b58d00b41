/** Converts domain rows to API responses. */
import { domainToUnicode } from "node:url";
import type { Row } from "../../../../resources/define.ts";
import type { bucketDomains } from "../../../../resources/bucket/domains.ts";
import type { CertificateState, domains } from "../../../../resources/hosting/domains.ts";
import { recordsOf, type DomainConfig } from "./settings.ts";
import type { ListedDomain } from "./reads.ts";
import { secondsOf } from "../seconds-of.ts";

export type DomainRow = Row<typeof domains>;
export type BucketDomainRow = Row<typeof bucketDomains>;

/** Converts a bucket's domain. */
export const presentBucketDomain = (row: ListedDomain, config: DomainConfig, issues: boolean): BucketDomainRow => ({
  ...commonFields(row, config, issues),
  bucketName: row.target_name,
});

/** Converts a project's or gateway's domain. */
export const presentDomain = (row: ListedDomain, config: DomainConfig, issues: boolean): DomainRow => {
  const common = commonFields(row, config, issues);
  const target = common.records.find(({ purpose }) => purpose === "target")!;
  return {
    ...common,
    kind: row.target_kind === "gateway" ? "gateway" : "project",
    projectId: row.target_id,
    projectName: row.target_name,
    type: target.type === "AAAA" || target.type === "TXT" ? "A" : target.type,
    value: target.value,
    ...(config.DOMAIN_IPS.length > 0 && { ip: config.DOMAIN_IPS.join(", ") }),
    txt: row.proof_value,
    cname: `${row.label}.${config.CONTENT_DOMAIN}`,
    ...(row.redirect_to !== null && { redirect: { redirectTo: row.redirect_to, code: row.redirect_code ?? 302 } }),
  };
};

/** Fields common to all domains. */
const commonFields = (row: ListedDomain, config: DomainConfig, issues: boolean) => {
  const unicode = domainToUnicode(row.name.replace("*.", ""));
  return {
    domainId: row.id,
    domain: row.name,
    ...(unicode !== "" &&
      !row.name.endsWith(unicode) && { unicode: row.name.startsWith("*.") ? `*.${unicode}` : unicode }),
    state: row.state,
    valid: row.state === "valid",
    ...(row.message !== null && { message: row.message }),
    records: recordsOf(row, row.label, config),
    ...(issues && certificateOf(row)),
    ...(row.checked_at && { checkedAt: secondsOf(row.checked_at) }),
    createdAt: secondsOf(row.created_at),
  };
};

const wildcardNotice = "Wildcard certificates are not supported. Add single domains for HTTPS.";

const certificateOf = (row: ListedDomain): { certificate: CertificateState; certificateMessage?: string } => {
  if (row.state !== "valid") return { certificate: "none" };
  if (row.name.startsWith("*.")) return { certificate: "none", certificateMessage: wildcardNotice };
  const message = row.certificate_message === null ? {} : { certificateMessage: row.certificate_message };
  if (row.certificate_expires_at && row.certificate_expires_at > new Date())
    return { certificate: "valid", ...message };
  return { certificate: row.certificate_failures ? "failed" : "pending", ...message };
};
