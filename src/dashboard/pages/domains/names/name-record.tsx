import {
  nameServiceOf,
  type NameDomain,
  type NameVerification,
} from "../../../../../resources/hosting/name-services.ts";
import { CopyText } from "../../../ui/copy-text.tsx";
import styles from "../domains.module.css";

interface NameRecordProps {
  readonly name: NameDomain;
  readonly found: NameVerification | undefined;
}

/** The record for the name's owner to set, with copy buttons. */
export const NameRecord = ({ name: { domain, type, content }, found }: NameRecordProps) => {
  const { name: service } = nameServiceOf(type);
  const isSolana = type === "sns";
  return (
    <section className="fh-stack">
      <p>
        {isSolana
          ? "Set the IPFS record in the Solana Name Service app, with the owner's wallet."
          : `Set the content hash here with the owner's wallet, or enter the address in the ${service} app.`}
      </p>
      <ul className={styles["records"]} aria-label="Record">
        <li>
          <span className={styles["type"]}>{isSolana ? "IPFS" : "content"}</span>
          <dl>
            <dt>Name</dt>
            <dd>
              <CopyText text={domain} label="name" />
            </dd>
            <dt>Address</dt>
            <dd>
              <CopyText text={content} label="address" />
            </dd>
            {!isSolana && found && (
              <>
                <dt>Hash</dt>
                <dd>
                  <CopyText text={found.value} label="content hash" />
                </dd>
              </>
            )}
            {found && found.owner !== "" && (
              <>
                <dt>Owner</dt>
                <dd>
                  <CopyText text={found.owner} label="owner's address" />
                </dd>
              </>
            )}
          </dl>
        </li>
      </ul>
    </section>
  );
};
