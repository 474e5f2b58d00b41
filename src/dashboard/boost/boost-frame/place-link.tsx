import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { pageHref } from "../../../../resources/declare/href.ts";
import { login } from "../../../../resources/pages.ts";
import { useNode } from "../flows/boost/node.ts";
import { returnAfterSignIn } from "../flows/boost/return-here.ts";
import type { BoostPlace } from "./places.ts";

interface LinkProps {
  readonly className?: string | undefined;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A navigation link; the class `active` marks the current page. */
export const PlaceLink = ({ place: { to, asksToSignIn }, ...rest }: LinkProps & { readonly place: BoostPlace }) =>
  asksToSignIn ? <GuardedLink {...rest} to={to} /> : <NavLink {...rest} to={to} end />;

/** A link for signed-in users: signed out, it goes to /login first and then to its target. */
export const GuardedLink = ({ to, onClick, ...rest }: LinkProps & { readonly to: string }) => {
  const isOut = useNode().name === "out";
  return (
    <NavLink
      {...rest}
      to={isOut ? pageHref(login) : to}
      onClick={() => {
        if (isOut) returnAfterSignIn(to);
        onClick?.();
      }}
    />
  );
};
