import type { ReactNode } from "react";
import { Banner } from "../../../ui/states/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import type { ShownDomain } from "./source.ts";
import { addressOf } from "./domain-cells.tsx";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import type { verifyDomain } from "../../../../../resources/hosting/domains/domain-calls.ts";

export type Verification = Reply<typeof verifyDomain>;

interface FindingsProps {
  readonly pair: readonly ShownDomain[];
  /** Text for verified domains. */
  readonly leadsTo: string;
  readonly found: ReadonlyMap<string, Verification>;
  readonly checking: boolean;
}

/** Results of the last check, by domain. */
export const Findings = ({ pair, leadsTo, found, checking }: FindingsProps) => (
  <div className="fh-stack" aria-live="polite" aria-busy={checking}>
    {pair.map((domain) => (
      <Finding key={domain.domainId} domain={domain} leadsTo={leadsTo} verification={found.get(domain.domainId)} />
    ))}
    {pair.map(({ domainId, certificate, certificateMessage }) =>
      certificate === "failed" || certificateMessage !== undefined ? (
        <Banner key={domainId} kind="warning" title="Certificate problem">
          {certificateMessage ?? "No certificate has been issued yet."}
        </Banner>
      ) : null,
    )}
  </div>
);

interface FindingProps {
  readonly domain: ShownDomain;
  readonly leadsTo: string;
  readonly verification: Verification | undefined;
}

const Finding = ({ domain, leadsTo, verification }: FindingProps) => {
  const isVerified = verification ? verification.success : domain.state === "valid" && domain.message === undefined;
  if (isVerified) {
    return (
      <Banner kind="success" icon="check" title={`${domain.domain} is verified`} action={visit(domain)}>
        {"redirect" in domain && domain.redirect
          ? `Visitors are redirected to ${domain.redirect.redirectTo}.`
          : leadsTo}
      </Banner>
    );
  }
  const messages = verification ? messagesOf(verification) : [domain.message].filter((text) => text !== undefined);
  const hasConflict = verification ? verification.conflicts.length > 0 : domain.state !== "pending";
  if (messages.length === 0) return null;
  return (
    <Banner kind={hasConflict ? "warning" : "info"} icon={hasConflict ? "alert" : "clock"} title={domain.domain}>
      {messages.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Banner>
  );
};

const messagesOf = ({ conflicts, message }: Verification): string[] => [
  ...new Set([...conflicts.map((conflict) => conflict.message), message]),
];

const visit = (domain: ShownDomain): ReactNode =>
  domain.domain.startsWith("*.") ? undefined : (
    <LinkButton to={addressOf(domain)} icon="external" size="small">
      Visit
    </LinkButton>
  );
