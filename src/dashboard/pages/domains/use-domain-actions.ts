import { domains } from "../../../../resources/hosting/domains.ts";
import { useRecordActions } from "../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../framework/use-allows.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import type { Domain } from "./domain-list.tsx";

interface DomainActions {
  readonly onSetup: (id: string) => void;
  readonly onRedirect: (domain: Domain) => void;
}

/** Returns the actions of a domain. */
export const useDomainActions = ({ onSetup, onRedirect }: DomainActions): ((domain: Domain) => MenuItem[]) => {
  const mayEdit = useAllows()("edit", "domains");
  const declared = useRecordActions(domains);
  return (domain) => [
    { label: "View DNS records", icon: "globe", onSelect: () => onSetup(domain.domainId) },
    ...(domain.valid && !domain.domain.startsWith("*.")
      ? [{ label: "Visit", icon: "external" as const, to: addressOf(domain) }]
      : []),
    ...(mayEdit ? [{ label: "Redirect", icon: "arrow-right" as const, onSelect: () => onRedirect(domain) }] : []),
    ...declared(domain),
  ];
};

/** Returns the URL of a domain. Uses HTTPS with a valid certificate, or behind an HTTPS proxy. */
export const addressOf = ({ domain, certificate }: Pick<Domain, "domain" | "certificate">): string => {
  const isHttps = certificate === undefined ? location.protocol === "https:" : certificate === "valid";
  const port = location.port !== "" && !isHttps ? `:${location.port}` : "";
  return `${isHttps ? "https" : "http"}://${domain}${port}`;
};
