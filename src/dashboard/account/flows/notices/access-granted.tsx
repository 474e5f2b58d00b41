import { roleOf, roles } from "../../../../../resources/account/teams/roles.ts";
import type { Grant } from "../../../../../resources/account/teams/grants.ts";
import { accessNames } from "../../../../../resources/declare/access.ts";
import styles from "./notices.module.css";

interface AccessGrantedProps extends Grant {
  /** Level of the heading: below a dialog's, or a page's. */
  readonly heading?: "h2" | "h3";
}

/** The role, sections and rights that an invitation grants. */
export const AccessGranted = ({ heading: Heading = "h3", ...grant }: AccessGrantedProps) => {
  if (grant.access.length === 0)
    return <p className={styles.granted}>You'll join without access to any section yet.</p>;
  const role = roleOf(grant);
  return (
    <div className={styles.granted}>
      <Heading>{role ? `Your access: ${roles[role].label}` : "Your access"}</Heading>
      <ul>
        {grant.access.map((code) => (
          <li key={code}>
            {accessNames[code]}
            <span>{grant.levels[code] === "read" ? "Read-only" : "Manage"}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};
