import { classNames } from "../../lib/class-names.ts";
import styles from "./decode-status.module.css";
import { Icon } from "../icon.tsx";
import { Spinner } from "./spinner.tsx";

/** 1 decoding, 2 success, 3 failure. */
export type DecodeStep = 1 | 2 | 3;

const texts: Readonly<Record<DecodeStep, string>> = { 1: "Decoding...", 2: "Successfully", 3: "Failure" };

/** Status of decoding. */
export const DecodeStatus = ({ status }: { readonly status: DecodeStep }) => (
  <span
    className={classNames(styles.status, status === 2 && styles.success, status === 3 && styles.failure)}
    role="status"
  >
    {status === 1 ? <Spinner /> : <Icon name={status === 2 ? "check" : "alert"} size={16} />}
    {texts[status]}
  </span>
);
