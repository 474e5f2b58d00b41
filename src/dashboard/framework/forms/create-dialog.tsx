import { formOf, nounOf, type Resource } from "../../../../resources/define.ts";
import { textOf } from "../../lib/text-of.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { doneText } from "../derive/titles.ts";
import { AntdRoot } from "./antd-root.tsx";
import { RecordForm } from "./record-form.tsx";
import { reveal } from "./reveal.tsx";

interface CreateDialogProps {
  readonly resource: Resource;
  readonly title: string;
  readonly onClose: () => void;
}

/** A new record's form in a dialog. */
const CreateDialog = ({ resource, title, onClose }: CreateDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <AntdRoot>
      <RecordForm
        resource={resource}
        verb="create"
        submit={`Create ${nounOf(resource)}`}
        onCancel={onClose}
        onSaved={(reply) => {
          onClose();
          const { reveal: secret } = formOf(resource, "create");
          if (secret) void reveal(title, textOf(reply[secret]));
          else toast(doneText(resource, "created"));
        }}
      />
    </AntdRoot>
  </Dialog>
);

export default CreateDialog;
