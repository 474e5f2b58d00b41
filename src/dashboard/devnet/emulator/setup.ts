/** The emulated messaging app's settings, kept in the URL so that links reproduce them. */
import type { MessagingUser } from "../../../../resources/devnet/emulator.ts";

export const platforms = { weba: "Web", ios: "iOS", android: "Android", tdesktop: "Desktop" } as const;
/** Protocol versions. Before 6.1, there are no invoices and no back button. Before 8.0, there are no safe areas. */
export const versions = ["9.1", "8.0", "7.10", "6.0"] as const;

export interface Setup {
  readonly user: MessagingUser;
  readonly start: string;
  readonly theme: "light" | "dark";
  readonly platform: keyof typeof platforms;
  readonly version: (typeof versions)[number];
}

const names = [
  { first_name: "Ada", username: "ada" },
  { first_name: "Grace", username: "grace" },
  { first_name: "Linus" },
] as const;

/** Returns three messaging users with ids of the signed-in user's own, the same on every visit. */
export const usersOf = (uid: string): readonly MessagingUser[] => {
  const first = 7_100_000_001 + (Number.parseInt(uid.replaceAll("-", "").slice(0, 8), 16) || 0) * names.length;
  return names.map((name, at) => ({ id: first + at, ...name }));
};

export const newUser = (): MessagingUser => {
  const id = 7_200_000_000 + Math.floor(Math.random() * 799_999_999);
  return { id, first_name: `New ${String(id).slice(-4)}` };
};

export const readSetup = (query: URLSearchParams, users: readonly MessagingUser[]): Setup => ({
  user: userOf(query.get("user"), users),
  start: query.get("start") ?? "",
  theme: query.get("theme") === "light" ? "light" : "dark",
  platform: keyIn(platforms, query.get("platform")) ?? "weba",
  version: versions.find((version) => version === query.get("version")) ?? versions[0],
});

export const writeSetup = ({ user, ...rest }: Setup, users: readonly MessagingUser[]): Record<string, string> => ({
  ...rest,
  user: users.includes(user) ? String(user.id) : `${user.id}:${user.first_name}`,
});

const userOf = (text: string | null, users: readonly MessagingUser[]): MessagingUser => {
  const [id, ...name] = (text ?? "").split(":");
  const listed = users.find((user) => String(user.id) === id);
  if (listed || !id || !/^\d{1,15}$/.test(id)) return listed ?? users[0]!;
  return { id: Number(id), first_name: name.join(":") || "Unknown user" };
};

const keyIn = <K extends string>(record: Readonly<Record<K, string>>, key: string | null): K | undefined =>
  key !== null && Object.hasOwn(record, key) ? (key as K) : undefined;
