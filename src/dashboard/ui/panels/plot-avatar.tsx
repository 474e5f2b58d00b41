import type { CSSProperties, ReactNode } from "react";
import "./plot-avatar.css";

interface PlotAvatarProps {
  /** A CID, a name, or any other ID. The same ID gives the same avatar. */
  readonly id: string;
  /** The name, with `title`, and tags beside it. */
  readonly children: ReactNode;
}

/** A record's name behind its avatar: four of the start page's plots, drawn by CSS alone since lists show many. */
export const PlotAvatar = ({ id, children }: PlotAvatarProps) => (
  <span className="fh-plot" style={{ "--plot": numberOf(id) } as CSSProperties}>
    {children}
  </span>
);

const numberOf = (id: string): number =>
  Array.from(id).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 0);
