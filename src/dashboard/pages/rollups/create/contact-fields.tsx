import { rollupNameMax } from "../../../../../resources/raas/limits.ts";
import { TextField } from "../../../ui/text-field.tsx";
import { Question } from "./choice-steps.tsx";
import styles from "./create.module.css";
import type { WishForm } from "./use-wish.ts";

/** Contact details for an application. */
export const ContactFields = ({ form: { wish, shown, change } }: { readonly form: WishForm }) => (
  <Question title="Contact" text="The operator replies here. Email and Telegram are required." problem={undefined}>
    <div className={styles.fields}>
      <TextField
        label="Chain name"
        value={wish.name ?? ""}
        maxLength={rollupNameMax}
        error={shown["name"] ?? ""}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={wish.email ?? ""}
        error={shown["email"] ?? ""}
        onChange={(email) => change({ email })}
      />
      <TextField
        label="Telegram"
        placeholder="@name"
        value={wish.telegram ?? ""}
        error={shown["telegram"] ?? ""}
        onChange={(telegram) => change({ telegram })}
      />
      <TextField
        label="X account (optional)"
        placeholder="@name"
        value={wish.xId ?? ""}
        error={shown["xId"] ?? ""}
        onChange={(xId) => change({ xId })}
      />
      <TextField
        label="Meeting link (optional)"
        placeholder="https://"
        inputMode="url"
        value={wish.schedulingLink ?? ""}
        error={shown["schedulingLink"] ?? ""}
        onChange={(schedulingLink) => change({ schedulingLink })}
      />
    </div>
  </Question>
);
