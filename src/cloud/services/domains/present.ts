/** Rows of the database as they travel. */
import { domainToUnicode } from "node:url";
import type { Row } from "../../../../resources/define.ts";
import type { CertificateState, domains } from "../../../../resources/hosting/domains.ts";
import { recordsOf, type DomainConfig } from "./settings.ts";
import type { ListedDomain } from "./reads.ts";

export type DomainRow = Row<typeof domains>;

export const presentDomain = (row: ListedDomain, config: DomainConfig, issues: boolean): DomainRow => {
  const records = recordsOf(row, row.label, config);
  const target = records.find(({ purpose }) => purpose === "target")!;
  const unicode = domainToUnicode(row.name.replace("*.", ""));
  return {
    domainId: row.id,
    domain: row.name,
    ...(unicode !== "" &&
      !row.name.endsWith(unicode) && { unicode: row.name.startsWith("*.") ? `*.${unicode}` : unicode }),
    kind: row.target_kind,
    projectId: row.target_id,
    projectName: row.target_name,
    state: row.state,
    valid: row.state === "valid",
    ...(row.message !== null && { message: row.message }),
    type: target.type === "AAAA" || target.type === "TXT" ? "A" : target.type,
    value: target.value,
    ...(config.DOMAIN_IPS.length > 0 && { ip: config.DOMAIN_IPS.join(", ") }),
    txt: row.proof_value,
    cname: `${row.label}.${config.CONTENT_DOMAIN}`,
    records,
    ...(row.redirect_to !== null && { redirect: { redirectTo: row.redirect_to, code: row.redirect_code ?? 302 } }),
    ...(issues && certificateOf(row)),
    ...(row.checked_at && { checkedAt: secondsOf(row.checked_at) }),
    createdAt: secondsOf(row.created_at),
  };
};

const wildcardNotice =
  "A certificate for a wildcard needs a DNS challenge, which this cloud does not do. Add single names for HTTPS.";

const certificateOf = (row: ListedDomain): { certificate: CertificateState; certificateMessage?: string } => {
  if (row.state !== "valid") return { certificate: "none" };
  if (row.name.startsWith("*.")) return { certificate: "none", certificateMessage: wildcardNotice };
  const message = row.certificate_message === null ? {} : { certificateMessage: row.certificate_message };
  if (row.certificate_expires_at && row.certificate_expires_at > new Date())
    return { certificate: "valid", ...message };
  return { certificate: row.certificate_failures ? "failed" : "pending", ...message };
};

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
