import { editProfile } from "../../../../../resources/account/profile.ts";
import type { UserInfo } from "../../../../../resources/account/session.ts";
import { refreshSession } from "../../../flows/account/refresh-session.ts";
import { FormCard, ownForm } from "../../../framework/forms/form.tsx";
import { AvatarPicker } from "./avatar-picker.tsx";

/** Until the session is loaded again, the card shows the edited name. */
const profileForm = ownForm(
  editProfile.body!.fields,
  async (body, send) => {
    await send(editProfile, { body });
    await refreshSession();
  },
  "profile/name",
);

/** Public name and avatar. */
export const ProfileCard = ({ user }: { readonly user: UserInfo }) => (
  <FormCard
    title="Profile"
    text="Visible to your team members. Your own team has the same name."
    form={profileForm}
    initial={{ username: user.username }}
    head={<AvatarPicker user={user} />}
    done="Profile saved"
  />
);
