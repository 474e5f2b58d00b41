import type { ReactNode } from "react";

interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  /** For a button that stands elsewhere: `form={id}`. */
  readonly id?: string;
  readonly className?: string | undefined;
}

/** A form of our own fields: it says itself what is missing, and what it sends is for the page. */
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
