import { lazy, Suspense } from "react";
import type { GivenAbiView } from "../../flows/explorer/use-given-abi.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { useSignedIn } from "../../flows/signed-in/use-signed-in.ts";
import { Card } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AbiForm } from "./abi-form.tsx";
import styles from "../explorer/explorer.module.css";

/** Loaded separately, because it includes the ABI decoder. */
const ReadFunctions = lazy(() => import("./read-functions.tsx").then((module) => ({ default: module.ReadFunctions })));

interface ContractTabProps {
  readonly rollup: PublicRollup;
  readonly address: string;
  readonly code: string;
  readonly given: GivenAbiView;
}

/** A contract's functions to read, its ABI and its code. */
export const ContractTab = ({ rollup, address, code, given }: ContractTabProps) => {
  const signedIn = useSignedIn();
  const abi = given.abi?.abi ?? undefined;
  return (
    <div className="fh-stack">
      <Card
        title="Read"
        text={
          abi === undefined
            ? "No ABI available. Common functions may still work."
            : "Reads the contract at the latest block. No wallet or transaction needed."
        }
      >
        {given.abi && (
          <Suspense fallback={<Skeleton lines={4} />}>
            <ReadFunctions key={abi ?? ""} rollup={rollup} address={address} code={code} abi={abi} />
          </Suspense>
        )}
      </Card>
      {signedIn && given.abi && <AbiForm rollup={rollup} address={address} given={given} />}
      {abi !== undefined && (
        <Card title="ABI">
          <div className={styles.code}>
            <CodeBlock label="ABI" code={abi} />
          </div>
        </Card>
      )}
      <Card title="Code">
        <div className={styles.code}>
          <CodeBlock label="code" code={code} />
        </div>
      </Card>
    </div>
  );
};
