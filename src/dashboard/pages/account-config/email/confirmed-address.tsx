import type { ReactNode } from "react";
import { StatusTag } from "../../../ui/status-tag.tsx";
import styles from "./email.module.css";

interface ConfirmedAddressProps {
  readonly email: string;
  readonly actions: ReactNode;
}

/** The confirmed email address. */
export const ConfirmedAddress = ({ email, actions }: ConfirmedAddressProps) => (
  <div className={styles["line"]}>
    <span className={styles["address"]}>
      <strong title={email}>{email}</strong>
      <StatusTag state="valid" label="Confirmed" />
    </span>
    {actions && <span className="fh-row">{actions}</span>}
  </div>
);
