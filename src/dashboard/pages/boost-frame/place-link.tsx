import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { GuardedLink } from "./guarded-link.tsx";
import type { BoostPlace } from "./places.ts";

interface PlaceLinkProps {
  readonly place: BoostPlace;
  readonly className?: string | undefined;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A navigation link; the class `active` marks the current page. */
export const PlaceLink = ({ place: { to, asksToSignIn }, ...rest }: PlaceLinkProps) =>
  asksToSignIn ? <GuardedLink {...rest} to={to} /> : <NavLink {...rest} to={to} end />;
