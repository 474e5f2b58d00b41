import { useState } from "react";
import { editProfile, username as usernameSchema } from "../../../../../resources/account/profile.ts";
import type { UserInfo } from "../../../../../resources/account/session.ts";
import { usernameMax } from "../../../../../resources/limits.ts";
import { refreshSession } from "../../../flows/account/refresh-session.ts";
import { fieldMessage } from "../../../framework/data/field-messages.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useDraft } from "../../../framework/forms/use-draft.ts";
import { useUnsavedGuard } from "../../../framework/forms/use-unsaved-guard.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Form } from "../../../ui/form.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { AvatarPicker } from "./avatar-picker.tsx";
import styles from "./profile.module.css";

/** Public name and avatar. */
export const ProfileCard = ({ user }: { readonly user: UserInfo }) => {
  const [input, setInput] = useState<string>();
  const [problem, setProblem] = useState("");
  const draft = useDraft<string>("profile/name", input, setInput);
  const { act, acting } = useAct(editProfile, {
    done: "Profile saved",
    onDone: () => {
      draft.forget();
      setInput(undefined);
      refreshSession();
    },
    onError: (error) => {
      const message = fieldMessage(error, "username");
      setProblem(message ?? "");
      return message !== undefined;
    },
  });
  const name = input ?? user.username;
  const changed = input !== undefined && input.trim() !== user.username;
  useUnsavedGuard(() => changed && !acting, draft.forget);
  const save = () => {
    const { error, data: username } = usernameSchema.safeParse(name);
    setProblem(error?.issues[0]?.message ?? "");
    if (username !== undefined) void act({ body: { username } });
  };
  return (
    <Card title="Profile" text="Visible to your team members. Your own team has the same name.">
      <div className={styles.profile}>
        <AvatarPicker user={user} />
        <Form className={styles.name} onSubmit={save}>
          <TextField
            label="Name"
            value={name}
            maxLength={usernameMax}
            autoComplete="nickname"
            error={problem}
            disabled={acting}
            onChange={(value) => {
              setInput(value === user.username ? undefined : value);
              setProblem("");
            }}
          />
          <div className="fh-form-actions">
            {changed && (
              <Button
                disabled={acting}
                onClick={() => {
                  setInput(undefined);
                  setProblem("");
                }}
              >
                Discard
              </Button>
            )}
            <Button type="submit" kind="primary" busy={acting} disabled={!changed}>
              Save
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  );
};
