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

/** A link of a bar or a drawer; it says by its class `active` that one is there. */
export const PlaceLink = ({ place: { to, asksToSignIn }, ...rest }: PlaceLinkProps) =>
  asksToSignIn ? <GuardedLink {...rest} to={to} /> : <NavLink {...rest} to={to} end />;
