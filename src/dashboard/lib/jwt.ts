/** When a JSON Web Token (RFC 7519) ends, in milliseconds since 1970; undefined for what is none, or has no end. It is not verified. */
export const jwtExpiresAtMs = (token: string): number | undefined => {
  try {
    const payload = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    const { exp } = JSON.parse(atob(payload)) as { readonly exp?: unknown };
    return typeof exp === "number" ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
};
