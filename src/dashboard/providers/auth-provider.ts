import type { AuthProvider } from "@refinedev/core";
import { session } from "../api/session/session.ts";

/** Refine's view of the session. Errors are handled by the client's handlers, not here. */
export const createAuthProvider = (signOut: () => Promise<void>): AuthProvider => ({
  // Sign-in is a separate flow (account/flows/session); Refine only reads the identity.
  login: async () => ({ success: false }),
  logout: async () => {
    await signOut();
    return { success: true };
  },
  check: async () => ({ authenticated: session.get().token !== undefined }),
  onError: async () => ({}),
  getIdentity: async () => session.get().user,
});
