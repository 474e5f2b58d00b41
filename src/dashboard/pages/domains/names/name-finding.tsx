import type { NameDomain, NameVerification } from "../../../../../resources/hosting/name-services.ts";
import { Banner } from "../../../ui/banner.tsx";

interface NameFindingProps {
  readonly name: NameDomain;
  readonly found: NameVerification | undefined;
  /** Error of the last check. */
  readonly problem: string | undefined;
  readonly checking: boolean;
}

/** Result of the last on-chain check. */
export const NameFinding = ({ name, found, problem, checking }: NameFindingProps) => {
  const { domain } = name;
  const isVerified = found ? found.success : name.state === "valid";
  const message = found ? found.message : name.message;
  return (
    <div aria-live="polite" aria-busy={checking}>
      {problem !== undefined && (
        <Banner kind="warning" title="Couldn't check the chain">
          {problem}
        </Banner>
      )}
      {problem === undefined && isVerified && (
        <Banner kind="success" icon="check" title={`${domain} is verified`}>
          The on-chain record points to this address.
        </Banner>
      )}
      {problem === undefined && !isVerified && message !== "" && (
        <Banner kind="info" icon="clock" title="Record not found">
          {message}
        </Banner>
      )}
      {problem === undefined && !isVerified && message === "" && checking && (
        <Banner kind="info" icon="clock">
          Checking the chain…
        </Banner>
      )}
    </div>
  );
};
