/**
 * Returns the expiry of a JSON Web Token (RFC 7519), in milliseconds since 1970; undefined if it is malformed or has
 * none. The signature is not verified.
 */
export const jwtExpiresAtMs = (token: string): number | undefined => {
  try {
    const payload = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    const { exp } = JSON.parse(atob(payload)) as { readonly exp?: unknown };
    return typeof exp === "number" ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
};
