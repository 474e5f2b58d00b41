import { icons, type IconName } from "./icons.ts";

interface IconProps {
  readonly name: IconName;
  /** Edge in px. */
  readonly size?: number;
}

/** A decorative icon in the text's color; the surrounding control has the accessible name. */
export const Icon = ({ name, size = 18 }: IconProps) => (
  <svg className="fh-icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
    <path d={icons[name]} />
  </svg>
);

/** Returns the icon named in a declaration; a cube for unknown names. */
export const iconNamed = (name: string): IconName => (name in icons ? (name as IconName) : "cube");
