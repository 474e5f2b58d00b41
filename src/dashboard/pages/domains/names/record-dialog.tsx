import { useEffect, useRef, useState } from "react";
import {
  nameServiceOf,
  verifyNameDomain,
  type NameDomain,
  type NameSetting,
  type NameVerification,
} from "../../../../../resources/hosting/name-services.ts";
import { setNameRecord } from "../../../flows/set-name-record/set-name-record.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { NameFinding } from "./name-finding.tsx";
import { NameRecord } from "./name-record.tsx";
import { NewerContent } from "./newer-content.tsx";

interface RecordDialogProps {
  readonly name: NameDomain;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The on-chain record, its status, and a button to set it with the owner's wallet. */
export const RecordDialog = ({ name, onChanged, onClose }: RecordDialogProps) => {
  const mayEdit = useAllows()("edit", "name-domains");
  const { found, problem, checking, check } = useCheck(name, onChanged);
  const [setting, setSetting] = useState(false);
  const { chain } = nameServiceOf(name.type);
  const isChecked = useRef(false);
  useEffect(() => {
    if (isChecked.current || !mayEdit) return;
    isChecked.current = true;
    void check();
  }, [check, mayEdit]);
  const write = async (by: NameSetting) => {
    if (chain === "solana") return;
    setSetting(true);
    if (await setNameRecord(chain, by)) await check();
    setSetting(false);
  };
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
  const [problem, setProblem] = useState<string>();
  const { act, acting: checking } = useAct(verifyNameDomain, {
    onDone: (answer) => {
      setFound(answer);
      setProblem(undefined);
      onChanged();
    },
    onError: ({ message }) => {
      setProblem(message);
      return true;
    },
  });
  const check = async (): Promise<void> => void (await act({ params: { id } }));
  return { found, problem, checking, check };
};
