import { editProfile, removeAvatar, setAvatar } from "../../../../../resources/account/profile.ts";
import type { UserInfo } from "../../../../../resources/account/session.ts";
import { avatarPx, imageBytesMax, imageTypes } from "../../../../../resources/limits.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { refreshSession } from "../../flows/account/account.ts";
import { useAct, useWork } from "../../../framework/data/use-act.ts";
import { callForm, FormCard } from "../../../framework/forms/form.tsx";
import { scaleImage } from "../../../lib/scale-image.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { FileButton } from "../../../ui/fields/file-button.tsx";
import styles from "./profile.module.css";

/** Public name and avatar. */
export const ProfileCard = ({ user }: { readonly user: UserInfo }) => (
  <FormCard
    title="Profile"
    text="Visible to your team members."
    form={callForm(editProfile)}
    initial={{ username: user.username }}
    head={<AvatarPicker user={user} />}
    done="Profile saved"
    onSaved={refreshSession}
  />
);

const imageEdge = 84;

/** Avatar picker. Crops and scales the image before the upload. */
const AvatarPicker = ({ user }: { readonly user: UserInfo }) => {
  const set = useAct(setAvatar, { done: "Avatar updated", onDone: () => void refreshSession() });
  const remove = useAct(removeAvatar, { done: "Avatar removed", onDone: () => void refreshSession() });
  const own = !user.avatar.startsWith("data:");

  const take = useWork(
    async (file: File) => {
      const refusal = refusalOf(file);
      if (refusal) throw new Error(refusal);
      const image = await scaleImage(file, avatarPx).catch(() => undefined);
      if (image === undefined) throw new Error(messages.imageUnreadable.replace("{file}", () => file.name));
      await set.act({ body: { image } });
    },
    { inline: true },
  );

  return (
    <div className={styles.picture}>
      <Avatar seed={user.uid} image={user.avatar} size={imageEdge} />
      <div className={styles.ways}>
        <div className="fh-row">
          <FileButton
            label="Avatar"
            icon="upload"
            accept={imageTypes.join()}
            busy={take.acting}
            onFile={(file) => void take.act(file)}
          >
            {own ? "Change avatar" : "Upload avatar"}
          </FileButton>
          {own && (
            <Button kind="plain" busy={remove.acting} onClick={() => void remove.act()}>
              Remove
            </Button>
          )}
        </div>
        <p className={take.problem ? styles.problem : "fh-muted"} role={take.problem ? "alert" : undefined}>
          {take.problem ?? "PNG, JPEG, WebP or GIF, up to 10 MB. Cropped to a square."}
        </p>
      </div>
    </div>
  );
};

const refusalOf = (file: File): string | undefined => {
  if (!imageTypes.some((type) => type === file.type)) return messages.imageWrongType.replace("{file}", () => file.name);
  return file.size > imageBytesMax ? messages.imageTooLarge.replace("{file}", () => file.name) : undefined;
};
