import type { ReactNode } from "react";

interface BarePageProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly children: ReactNode;
}

/** One message in the middle of the window, with its ways out. */
export const BarePage = ({ title, text, children }: BarePageProps) => (
  <main className="fh-bare">
    <h1>{title}</h1>
    <p>{text}</p>
    <div className="fh-row">{children}</div>
  </main>
);
