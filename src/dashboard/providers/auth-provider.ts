import type { AuthProvider } from "@refinedev/core";
import type { Ability } from "../../../resources/declare/abilities.ts";
import { login } from "../../../resources/pages.ts";
import { session } from "../api/session/session.ts";

interface AuthSteps {
  /** Opens the page where users sign in, which returns here. */
  readonly signIn: () => void;
  readonly signOut: () => Promise<void>;
  /** The permissions in the selected team. */
  readonly abilityHere: () => Ability | undefined;
}

/** Refine's view of the session. */
export const createAuthProvider = ({ signIn, signOut, abilityHere }: AuthSteps): AuthProvider => ({
  login: async () => {
    signIn();
    return { success: true };
  },
  logout: async () => {
    await signOut();
    return { success: true };
  },
  check: async () =>
    session.get().token === undefined ? { authenticated: false, redirectTo: login.path } : { authenticated: true },
  // The client has ended the session already: for all calls, including those of pages without Refine.
  onError: async (error) => ({ error }),
  getPermissions: async () => abilityHere()?.rules ?? [],
  getIdentity: async () => session.get().user ?? null,
});
