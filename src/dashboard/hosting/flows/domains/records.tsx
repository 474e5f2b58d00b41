import type { DnsRecord } from "../../../../../resources/hosting/domains/domains.ts";
import { useRuntimeConfig } from "../use-runtime-config.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./domains.module.css";
import type { Verification } from "./findings.tsx";
import type { ShownDomain } from "./source.ts";

interface RecordsProps {
  readonly pair: readonly ShownDomain[];
  readonly found: ReadonlyMap<string, Verification>;
}

interface Shown extends DnsRecord {
  /** Found in DNS. Undefined before the first check. */
  readonly seen: boolean | undefined;
}

/** The DNS records to set, without duplicates, with copy buttons. */
export const Records = ({ pair, found }: RecordsProps) => {
  const { contentDomain } = useRuntimeConfig();
  const records = shownRecords(pair, found);
  const hasAlias = records.some(({ type }) => type === "ALIAS");
  const hasAddress = records.some(({ type }) => type === "A" || type === "AAAA");
  return (
    <section className="fh-stack">
      {isLocal(contentDomain) && (
        <Banner kind="warning" title="This server is not publicly reachable">
          Sites are served on {contentDomain}, which works only on the server itself. Ask your administrator to set
          CONTENT_DOMAIN to a public domain. The records below will change.
        </Banner>
      )}
      <p>Set these records at the domain's DNS provider.</p>
      <ul className={styles["records"]} aria-label="DNS records">
        {records.map((record) => (
          <li key={record.type + record.name + record.value}>
            <span className={styles["type"]}>{record.type}</span>
            <dl>
              <dt>Name</dt>
              <dd>
                <CopyText text={record.name} label={`name of the ${record.type} record`} />
              </dd>
              <dt>Value</dt>
              <dd>
                <CopyText text={record.value} label={`value of the ${record.type} record`} />
              </dd>
            </dl>
            {record.seen !== undefined && <Seen seen={record.seen} />}
          </li>
        ))}
      </ul>
      <p className="fh-muted">
        The TXT record verifies that you own the domain.
        {hasAlias && " Some providers call ALIAS records ANAME or CNAME flattening."}
        {hasAddress && " Remove other A and AAAA records for this name."} Some providers expect the name without the
        domain.
      </p>
    </section>
  );
};

/** Top-level domains reserved by RFC 2606, RFC 6762 and RFC 9476. */
const isLocal = (domain: string): boolean => /(^|\.)(localhost|local|internal|test|invalid|alt)$/.test(domain);

const Seen = ({ seen }: { readonly seen: boolean }) => (
  <span className={seen ? styles["seen"] : styles["unseen"]}>
    <Icon name={seen ? "check" : "clock"} size={16} />
    {seen ? "Found" : "Not yet"}
  </span>
);

const shownRecords = (pair: readonly ShownDomain[], found: RecordsProps["found"]): readonly Shown[] => {
  const all = pair.flatMap((domain) =>
    domain.records.map((record) => ({ ...record, seen: seenOf(domain, record, found.get(domain.domainId)) })),
  );
  const byText = new Map(all.map((record) => [[record.type, record.name, record.value].join(" "), record]));
  return [...byText.values()];
};

const seenOf = ({ state, message }: ShownDomain, { purpose }: DnsRecord, verification: Verification | undefined) => {
  if (verification) return purpose === "proof" ? verification.proved : verification.points;
  return state === "valid" && message === undefined ? true : undefined;
};
