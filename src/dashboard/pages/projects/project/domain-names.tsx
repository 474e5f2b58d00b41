import { domains } from "../../../../../resources/hosting/domains.ts";
import { domainsPerProject } from "../../../../../resources/limits.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import styles from "./project.module.css";

/** The site's custom domains. */
export const DomainNames = ({ projectId }: { readonly projectId: string }) => {
  const { rows = [] } = useRecords(domains, { size: domainsPerProject, filters: { projectId } });
  const served = rows.filter(({ valid, redirect }) => valid && !redirect);
  if (served.length === 0) return null;
  return (
    <ul className={styles.domains} aria-label="Domains">
      {served.map(({ domainId, domain, unicode = domain, certificate }) => (
        <li key={domainId}>
          <a href={`${certificate === "valid" ? "https" : "http"}://${domain}`} target="_blank" rel="noreferrer">
            {unicode}
          </a>
        </li>
      ))}
    </ul>
  );
};
