import { useEffect, useRef, useState } from "react";
import { callOf } from "../../../../../resources/declare/endpoints.ts";
import {
  nameServiceOf,
  verifyNameDomain,
  type NameDomain,
  type NameSetting,
  type NameVerification,
  nameDomains,
} from "../../../../../resources/hosting/domains/name-services.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { setNameRecord } from "../../flows/set-name-record/set-name-record.ts";
import { useAct, useWork } from "../../../framework/data/use-act.ts";
import { useRecord } from "../../../framework/data/use-record.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import styles from "../../flows/domains/domains.module.css";

interface RecordDialogProps {
  readonly name: NameDomain;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The on-chain record, its status, and a button to set it with the owner's wallet. */
export const RecordDialog = ({ name, onChanged, onClose }: RecordDialogProps) => {
  const mayEdit = useAllows()("edit", "name-domains");
  const { found, problem, checking, check } = useCheck(name, onChanged);
  const { chain } = nameServiceOf(name.type);
  const isChecked = useRef(false);
  useEffect(() => {
    if (isChecked.current || !mayEdit) return;
    isChecked.current = true;
    void check();
  }, [check, mayEdit]);
  const { act: write, acting: setting } = useWork(async (by: NameSetting) => {
    if (chain !== "solana" && (await setNameRecord(chain, by))) await check();
  });
  const by = found && !found.success ? found.setting : undefined;
  return (
    <Dialog
      title={name.domain}
      width={650}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {mayEdit && (
            <Button icon="refresh" busy={checking && !setting} onClick={() => void check()}>
              Check now
            </Button>
          )}
          {mayEdit && by && (
            <Button kind="primary" icon="key" busy={setting} onClick={() => void write(by)}>
              Set with wallet
            </Button>
          )}
        </>
      }
    >
      <div className="fh-stack">
        <NameRecord name={name} found={found} />
        <NameFinding name={name} found={found} problem={problem} checking={checking} />
        {mayEdit && <NewerContent name={name} onChanged={() => (onChanged(), void check())} />}
      </div>
    </Dialog>
  );
};

const useCheck = ({ id }: NameDomain, onChanged: () => void) => {
  const [found, setFound] = useState<NameVerification>();
  const {
    act,
    acting: checking,
    problem,
  } = useAct(verifyNameDomain, {
    inline: true,
    onDone: (answer) => {
      setFound(answer);
      onChanged();
    },
  });
  const check = async (): Promise<void> => void (await act({ params: { id } }));
  return { found, problem, checking, check };
};

interface NameFindingProps {
  readonly name: NameDomain;
  readonly found: NameVerification | undefined;
  /** Error of the last check. */
  readonly problem: string | undefined;
  readonly checking: boolean;
}

/** Result of the last on-chain check. */
const NameFinding = ({ name, found, problem, checking }: NameFindingProps) => {
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

interface NewerContentProps {
  readonly name: NameDomain;
  readonly onChanged: () => void;
}

/** Shown when the site has newer content than the name's CID. Updates the name's target. */
const NewerContent = ({ name: { id, projectId, content }, onChanged }: NewerContentProps) => {
  const { record: project } = useRecord(projects, projectId);
  const { act, acting } = useAct(callOf(nameDomains, "edit"), { onDone: onChanged });
  const newest = project?.hash && `ipfs://${project.hash}`;
  if (!newest || !content.startsWith("ipfs://") || newest === content) return null;
  return (
    <Banner
      kind="info"
      title="The site has newer content"
      action={
        <Button size="small" busy={acting} onClick={() => void act({ params: { id }, body: { content: newest } })}>
          Use newer content
        </Button>
      }
    >
      Then update the on-chain record.
    </Banner>
  );
};

interface NameRecordProps {
  readonly name: NameDomain;
  readonly found: NameVerification | undefined;
}

/** The record for the name's owner to set, with copy buttons. */
const NameRecord = ({ name: { domain, type, content }, found }: NameRecordProps) => {
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
