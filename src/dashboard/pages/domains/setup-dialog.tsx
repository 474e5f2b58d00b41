import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Reply } from "../../../../resources/call-input.ts";
import { verifyDomain } from "../../../../resources/hosting/domain-calls.ts";
import { domains } from "../../../../resources/hosting/domains.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useRecord } from "../../framework/data/use-record.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { Domain } from "./domain-list.tsx";
import { Findings } from "./findings.tsx";
import { Records } from "./records.tsx";

export type Verification = Reply<typeof verifyDomain>;

interface SetupDialogProps {
  /** A name, or the two of a pair. */
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

/** The cloud looks waiting names up by itself; the dialog sees it. */
const waitingMs = 4000;

/** What to set at the DNS provider, and whether it is there. */
export const SetupDialog = ({ ids, onClose }: SetupDialogProps) => {
  const { pair, error, reload } = usePair(ids);
  const { found, check, checking } = useChecks(pair);
  const mayEdit = useAllows()("edit", "domains");
  const title = pair.map(({ domain, unicode = domain }) => unicode).join(" and ");
  return (
    <Dialog
      title={title || "Domain"}
      width={650}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {mayEdit && pair.length > 0 && (
            <Button kind="primary" icon="refresh" busy={checking} onClick={() => void check()}>
              Check now
            </Button>
          )}
        </>
      }
    >
      {error && pair.length === 0 ? (
        <ErrorState message={error.message} onRetry={reload} />
      ) : pair.length === 0 ? (
        <Skeleton lines={6} />
      ) : (
        <div className="fh-stack">
          <Records pair={pair} found={found} />
          <Findings pair={pair} found={found} checking={checking} />
        </div>
      )}
    </Dialog>
  );
};

/** The records of both names, as far as they have come. */
const usePair = (ids: readonly string[]) => {
  const [first = "", second = first] = ids;
  const one = useWaiting(first, true);
  const other = useWaiting(second, second !== first);
  const pair = [one.record, second === first ? undefined : other.record].filter((row) => row !== undefined);
  return { pair, error: one.error ?? other.error, reload: one.reload };
};

const useWaiting = (id: string, enabled: boolean) => {
  const [isWaiting, setWaiting] = useState(true);
  const result = useRecord(domains, id, { enabled, ...(isWaiting && { pollMs: waitingMs }) });
  const waits = result.record?.state !== "valid" || result.record.certificate === "pending";
  if (waits !== isWaiting) setWaiting(waits);
  return result;
};

const useChecks = (pair: readonly Domain[]) => {
  const client = useQueryClient();
  const { act } = useAct(verifyDomain);
  const [checking, setChecking] = useState(false);
  const [found, setFound] = useState<ReadonlyMap<string, Verification>>(new Map());
  const check = async () => {
    setChecking(true);
    const answers = await Promise.all(pair.map(({ domainId }) => act({ params: { domainId } })));
    setFound(new Map(pair.flatMap(({ domainId }, at) => (answers[at] ? [[domainId, answers[at]] as const] : []))));
    setChecking(false);
    void client.invalidateQueries({ queryKey: resourceKey(domains.name) });
  };
  return { found, check, checking };
};
