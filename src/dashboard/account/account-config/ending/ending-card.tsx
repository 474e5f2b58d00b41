import { useState } from "react";
import * as z from "zod/mini";
import { deleteAccount, whatGoes, type AccountContents } from "../../../../../resources/account/deletion.ts";
import type { UserInfo } from "../../../../../resources/account/session.ts";
import { refreshSession } from "../../flows/account/account.ts";
import { withFreshSignature } from "../../flows/session/with-fresh-signature.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { callForm, FormDialog } from "../../../framework/forms/form.tsx";
import { Button } from "../../../ui/button.tsx";
import { DangerCard } from "../../../ui/panels/danger-card.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import styles from "./ending.module.css";

/** Account deletion. */
export const EndingCard = ({ user }: { readonly user: UserInfo }) => {
  const [asking, setAsking] = useState(false);
  return (
    <DangerCard text="Deletes your account and your own team with all its content. Your wallets are not affected.">
      <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {asking && <EndingDialog user={user} onClose={() => setAsking(false)} />}
    </DangerCard>
  );
};

interface EndingDialogProps {
  readonly user: UserInfo;
  readonly onClose: () => void;
}

const title = "Delete your account?";

/** Lists exactly what is deleted and asks for the account name. */
const EndingDialog = ({ user, onClose }: EndingDialogProps) => {
  const { data, error, reload } = useCall(whatGoes);
  if (!data)
    return (
      <Dialog title={title} width={600} onClose={onClose}>
        {error ? <ErrorState message={error.message} onRetry={reload} /> : <Skeleton lines={3} />}
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      form={callForm(deleteAccount, {
        fields: { confirm: confirmationOf(user) },
        by: withFreshSignature,
        draft: false,
      })}
      submit="Delete account"
      danger
      head={
        <>
          <p>This can't be undone. Effective immediately:</p>
          <ul className={styles["losses"]}>
            {lossesOf(data).map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        </>
      }
      // The session is gone: reloading the user signs this browser out and shows the reason.
      onSaved={() => void refreshSession()}
      onClose={onClose}
    />
  );
};

/** The account name, or its address. A shortened address can't be typed. */
const confirmationOf = (user: UserInfo) => {
  const address = user.wallet?.address ?? user.username;
  const byName = !user.username.includes("…");
  const matches = (input: string) => input === user.username || input.toLowerCase() === address.toLowerCase();
  return {
    as: "text",
    label: byName ? `Type ${user.username} to confirm` : "Type your address to confirm",
    hint: byName ? "You can also enter your address." : address,
    schema: z
      .string()
      .check(z.trim(), z.refine(matches, byName ? `Type ${user.username}, or your address.` : "Type your address.")),
  } as const;
};

/** Returns one sentence for each kind of content that is deleted with the account. */
const lossesOf = (contents: AccountContents): string[] => {
  const { projects, deployments, domains, repositories, tokens, members, memberships, wallets } = contents;
  const { buckets, pins, names, gateways, rollups, keys } = contents;
  const deploys = `${many(deployments, "deployment")} and ${projects === 1 ? "its log is" : "their logs are"}`;
  return [
    ...(projects > 0 ? [`${many(projects, "project")} with ${deploys} deleted; live sites go offline.`] : []),
    ...(domains > 0 ? [`${many(domains, "domain")} ${domains === 1 ? "stops" : "stop"} working.`] : []),
    ...(buckets > 0 ? [`${many(buckets, "bucket")} with all files and snapshots ${areOf(buckets)} deleted.`] : []),
    ...(pins > 0 ? [`${many(pins, "pin")} ${areOf(pins)} removed.`] : []),
    ...(names > 0
      ? [
          `${many(names, "IPNS name")} can never be published again, because ${names === 1 ? "its key is" : "their keys are"} deleted.`,
        ]
      : []),
    ...(gateways > 0 ? [`${many(gateways, "gateway")} ${gateways === 1 ? "stops" : "stop"} serving content.`] : []),
    ...(rollups > 0
      ? [`${many(rollups, "rollup")} ${rollups === 1 ? "is" : "are"} permanently stopped, with all blocks deleted.`]
      : []),
    ...(repositories > 0
      ? [`${many(repositories, "Git repository", "Git repositories")} on Freehold ${areOf(repositories)} deleted.`]
      : []),
    ...(keys > 0 ? [`${many(keys, "RPC or AI key")} ${keys === 1 ? "stops" : "stop"} working.`] : []),
    ...(tokens > 0 ? [`${many(tokens, "auth token")} ${tokens === 1 ? "stops" : "stop"} working.`] : []),
    ...(members > 0
      ? [
          `${many(members, "member")} of your team ${members === 1 ? "loses" : "lose"} access and ${members === 1 ? "is" : "are"} notified.`,
        ]
      : []),
    ...(memberships > 0 ? [`You leave ${many(memberships, "other team")}.`] : []),
    `Your name, avatar, ${wallets === 1 ? "wallet link" : `links to ${wallets} wallets`} and settings are deleted.`,
    "All browsers are signed out. Signing in again creates a new account.",
  ];
};

const areOf = (count: number): string => (count === 1 ? "is" : "are");

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;
