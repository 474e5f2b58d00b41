import { createContext, use, type ReactNode } from "react";

/** Whether the page is inside the shell, which has the main landmark already. */
export const InShell = createContext(false);

interface BarePageProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly children: ReactNode;
}

/** Shows one message in the middle of the window, with actions. */
export const BarePage = ({ title, text, children }: BarePageProps) => {
  const Box = use(InShell) ? "div" : "main";
  return (
    <Box className="fh-bare">
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="fh-row">{children}</div>
    </Box>
  );
};
