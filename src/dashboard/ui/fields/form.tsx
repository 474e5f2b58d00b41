import type { ReactNode } from "react";

interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  /** For a submit button outside of the form: `form={id}`. */
  readonly id?: string;
  readonly className?: string | undefined;
}

/** A form with built-in validation; the page handles the submit. */
export const Form = ({ onSubmit, children, id, className = "fh-stack" }: FormProps) => (
  <form
    id={id}
    className={className}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);
