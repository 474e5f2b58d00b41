/** What the lists of site and bucket domains have in common. */
import { domains } from "../../../../../resources/hosting/domains/domains.ts";
import { cell } from "../../../framework/widgets/cell.tsx";
import type { MenuItem } from "../../../ui/menu/menu.tsx";
import { StatusTag } from "../../../ui/states/status-tag.tsx";
import type { ShownDomain } from "./source.ts";

const { fields } = domains;

/** Cells of both lists. A domain still served whose last DNS check failed is a warning. */
export const domainCells = {
  domain: ({ domain, unicode = domain }: ShownDomain) => <span title={domain}>{unicode}</span>,
  state: ({ state, valid, message }: ShownDomain) => (
    <span title={message}>
      {valid && message !== undefined ? <StatusTag state="warning" label="Check DNS" /> : cell(fields.state, state)}
    </span>
  ),
  certificate: ({ certificate, certificateMessage }: ShownDomain) => (
    <span title={certificateMessage}>{cell(fields.certificate, certificate)}</span>
  ),
};

/** Columns that don't apply: an instance without HTTPS has no certificates. */
export const hiddenColumns = (rows: readonly ShownDomain[]): readonly string[] =>
  rows.some(({ certificate }) => certificate !== undefined) ? [] : ["certificate"];

/** Polling interval while a domain or certificate is pending. */
const waitingMs = 5000;
export const waitingPollMs = (rows: readonly ShownDomain[]): number | false =>
  rows.some(({ state, certificate }) => state === "pending" || certificate === "pending") ? waitingMs : false;

export const visitItem = (domain: ShownDomain): readonly MenuItem[] =>
  domain.valid && !domain.domain.startsWith("*.") ? [{ label: "Visit", icon: "external", to: addressOf(domain) }] : [];

/** Returns the URL of a domain. Uses HTTPS with a valid certificate, or behind an HTTPS proxy. */
export const addressOf = ({ domain, certificate }: Pick<ShownDomain, "domain" | "certificate">): string => {
  const isHttps = certificate === undefined ? location.protocol === "https:" : certificate === "valid";
  const port = location.port !== "" && !isHttps ? `:${location.port}` : "";
  return `${isHttps ? "https" : "http"}://${domain}${port}`;
};
