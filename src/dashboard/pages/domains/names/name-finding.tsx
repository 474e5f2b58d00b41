import type { NameDomain, NameVerification } from "../../../../../resources/hosting/name-services.ts";
import { Banner } from "../../../ui/banner.tsx";

interface NameFindingProps {
  readonly name: NameDomain;
  readonly found: NameVerification | undefined;
  /** Why the chain could not be asked. */
  readonly problem: string | undefined;
  readonly checking: boolean;
}

/** What the chain said when it was last asked. */
export const NameFinding = ({ name, found, problem, checking }: NameFindingProps) => {
  const { domain } = name;
  const isThere = found ? found.success : name.state === "valid";
  const message = found ? found.message : name.message;
  return (
    <div aria-live="polite" aria-busy={checking}>
      {problem !== undefined && (
        <Banner kind="warning" title="Couldn't check the chain">
          {problem}
        </Banner>
      )}
      {problem === undefined && isThere && (
        <Banner kind="success" icon="check" title={`${domain} is verified`}>
          The on-chain record points to this address.
        </Banner>
      )}
      {problem === undefined && !isThere && message !== "" && (
        <Banner kind="info" icon="clock" title="Record not found">
          {message}
        </Banner>
      )}
      {problem === undefined && !isThere && message === "" && checking && (
        <Banner kind="info" icon="clock">
          Checking the chain…
        </Banner>
      )}
    </div>
  );
};
