import { useRef } from "react";
import { Button, type ButtonProps } from "../button.tsx";

interface FileButtonProps extends Omit<ButtonProps, "onClick"> {
  /** Of the file input. */
  readonly label: string;
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** A button that opens the browser's file picker. */
export const FileButton = ({ label, accept, onFile, ...button }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Lets the user pick the same file again.
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
    </>
  );
};
