import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { resourceKey } from "../../../framework/data/record-keys.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useRecord } from "../../../framework/data/use-record.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Findings, type Verification } from "./findings.tsx";
import { Records } from "./records.tsx";
import { siteDomains, type DomainSource, type ShownDomain } from "./source.ts";

interface SetupDialogProps {
  /** One domain, or a domain and its www variant. */
  readonly ids: readonly string[];
  readonly source?: DomainSource;
  readonly onClose: () => void;
}

/** Polling interval. The server checks pending domains automatically. */
const waitingMs = 4000;

/** DNS records to set, with their status. */
export const SetupDialog = ({ ids, source = siteDomains, onClose }: SetupDialogProps) => {
  const { pair, error, reload } = usePair(source, ids);
  const { found, check, checking } = useChecks(source, pair);
  const mayEdit = useAllows()("edit", source.resource.name);
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
          <Findings pair={pair} leadsTo={source.leadsTo} found={found} checking={checking} />
        </div>
      )}
    </Dialog>
  );
};

/** Loads one or both domains. */
const usePair = ({ resource }: DomainSource, ids: readonly string[]) => {
  const [first = "", second = first] = ids;
  const one = usePolledDomain(resource, first, true);
  const other = usePolledDomain(resource, second, second !== first);
  const pair = [one.record, second === first ? undefined : other.record].filter((row) => row !== undefined);
  return { pair, error: one.error ?? other.error, reload: one.reload };
};

const usePolledDomain = (resource: DomainSource["resource"], id: string, enabled: boolean) => {
  const [isWaiting, setWaiting] = useState(true);
  const result = useRecord(resource, id, { enabled, ...(isWaiting && { pollMs: waitingMs }) });
  const waits = result.record?.state !== "valid" || result.record.certificate === "pending";
  if (waits !== isWaiting) setWaiting(waits);
  return result;
};

const useChecks = ({ resource, verify, paramsOf }: DomainSource, pair: readonly ShownDomain[]) => {
  const client = useQueryClient();
  const { act } = useAct(verify);
  const [checking, setChecking] = useState(false);
  const [found, setFound] = useState<ReadonlyMap<string, Verification>>(new Map());
  const check = async () => {
    setChecking(true);
    const answers = await Promise.all(pair.map((domain) => act({ params: paramsOf(domain) })));
    setFound(new Map(pair.flatMap(({ domainId }, at) => (answers[at] ? [[domainId, answers[at]] as const] : []))));
    setChecking(false);
    void client.invalidateQueries({ queryKey: resourceKey(resource.name) });
  };
  return { found, check, checking };
};
