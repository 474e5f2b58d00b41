import { editMember } from "../../../../resources/account/teams/member-calls.ts";
import { leaveTeam } from "../flows/account/account.ts";
import { useAct, useWork } from "../../framework/data/use-act.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import styles from "./members.module.css";
import type { OwnRights } from "./use-own-rights.ts";

interface TeamEndProps {
  readonly rights: OwnRights;
  readonly hasMembers: boolean;
  readonly onDisbanded: () => void;
}

/** Leave the team as a member, or disband it as the owner. */
export const TeamEnd = ({ rights, hasMembers, onDisbanded }: TeamEndProps) => {
  if (!rights.isOwner) return <Leave rights={rights} />;
  return hasMembers && <Disband rights={rights} onDisbanded={onDisbanded} />;
};

const Leave = ({ rights: { teamId, teamName } }: Pick<TeamEndProps, "rights">) => {
  const { act, acting } = useWork(() => leaveTeam(teamId));
  const leave = async () => {
    const text = `You lose access to ${teamName} immediately. You can return only with a new invitation.`;
    if (await dialogs.confirm({ title: "Leave team?", text, ok: "Leave", cancel: "Stay", danger: true })) await act();
  };
  return (
    <Card title="Leave team">
      <div className={styles.end}>
        <p>You return to your own team. What you created in this team stays with it.</p>
        <Button kind="danger" icon="logout" busy={acting} onClick={() => void leave()}>
          Leave team
        </Button>
      </div>
    </Card>
  );
};

const Disband = ({ rights: { teamName }, onDisbanded }: Omit<TeamEndProps, "hasMembers">) => {
  const { act, acting } = useAct(editMember, { done: "Team disbanded", onDone: onDisbanded });
  const disband = async () => {
    const label = `Type ${teamName} to confirm`;
    const input = await dialogs.prompt({
      title: "Disband team",
      text: "All members lose access immediately and are notified. Invitations are cancelled. Their work stays with you.",
      ok: "Disband team",
      danger: true,
      fields: [{ name: "typed", label, validate: (value) => (value === teamName ? undefined : `Type ${teamName}.`) }],
    });
    if (input !== undefined) await act({ body: { disband: true } });
  };
  return (
    <Card title="Danger zone">
      <div className={styles.end}>
        <p>Disbanding removes all members and invitations immediately. The account and its content stay yours.</p>
        <Button kind="danger" icon="trash" busy={acting} onClick={() => void disband()}>
          Disband team
        </Button>
      </div>
    </Card>
  );
};
