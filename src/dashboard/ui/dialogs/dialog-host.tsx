import { lazy, Suspense, useSyncExternalStore } from "react";
import { Button } from "../button.tsx";
import { Spinner } from "../states/spinner.tsx";
import { WithReference } from "../states/with-reference.tsx";
import { Dialog } from "./dialog.tsx";
import { openDialogs, type OpenDialog } from "./dialogs.ts";

/** Loaded with its fields, which the first screen does not need. */
const PromptDialog = lazy(async () => ({ default: (await import("./prompt-dialog.tsx")).PromptDialog }));

/** Renders dialogs; mounted once. */
export const DialogHost = () => {
  const shown = useSyncExternalStore(openDialogs.subscribe, openDialogs.get);
  return shown.map((dialog) => <DialogView key={dialog.id} dialog={dialog} />);
};

const DialogView = ({ dialog }: { dialog: OpenDialog }) => {
  switch (dialog.kind) {
    case "alert":
      return (
        <Dialog
          title={dialog.title ?? "Tip"}
          onClose={() => dialog.close()}
          footer={
            <Button kind="primary" onClick={() => dialog.close()}>
              {dialog.ok ?? "OK"}
            </Button>
          }
        >
          <WithReference text={dialog.text} />
        </Dialog>
      );
    case "confirm":
      return (
        <Dialog
          title={dialog.title ?? "Confirm"}
          onClose={() => dialog.close(false)}
          footer={
            <>
              <Button onClick={() => dialog.close(false)}>{dialog.cancel ?? "Cancel"}</Button>
              <Button kind={dialog.danger ? "danger" : "primary"} onClick={() => dialog.close(true)}>
                {dialog.ok ?? "Confirm"}
              </Button>
            </>
          }
        >
          <WithReference text={dialog.text} />
        </Dialog>
      );
    case "prompt":
      return (
        <Suspense>
          <PromptDialog dialog={dialog} />
        </Suspense>
      );
    case "loading":
      return (
        <Dialog title={dialog.text} width={280}>
          <div className="fh-dialog-loading">
            <Spinner />
          </div>
        </Dialog>
      );
    case "custom":
      return (
        <Dialog
          title={dialog.title}
          width={dialog.width}
          onClose={dialog.closable === false ? undefined : () => dialog.close()}
        >
          {dialog.content(dialog.close)}
        </Dialog>
      );
  }
};
