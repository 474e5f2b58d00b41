import { useEffect } from "react";
import { emailState } from "../../../../resources/account/email.ts";
import { sharedErrors } from "../../../../resources/shared-errors.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Banner } from "../../ui/banner.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AddressForm, CodeForm } from "../account-config/email/email-forms.tsx";

/** Confirms the email address, as in the account settings. Closes automatically afterwards. */
export const EmailDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { data, error, reload } = useCall(emailState);
  const isConfirmed = data !== undefined && data.email !== null && !data.pending;
  useEffect(() => {
    if (isConfirmed) onClose();
  }, [isConfirmed, onClose]);
  return (
    <Dialog title="Confirm your email address" onClose={onClose}>
      {!data && (error ? <ErrorState message={error.message} onRetry={reload} /> : <Skeleton lines={2} />)}
      {data?.mail === "none" && <Banner>{sharedErrors.MAIL_NOT_CONFIGURED.message}</Banner>}
      {data && data.mail !== "none" && (
        <>
          {data.pending ? (
            <CodeForm pending={data.pending} mail={data.mail} onDone={reload} onSent={reload} />
          ) : (
            <AddressForm onSent={reload} />
          )}
        </>
      )}
    </Dialog>
  );
};
