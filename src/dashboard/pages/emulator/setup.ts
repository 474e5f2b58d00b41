/** The emulated messaging app's settings, kept in the URL so that links reproduce them. */
import type { MessagingUser } from "../../../../resources/account/emulator.ts";

export const platforms = { weba: "Web", ios: "iOS", android: "Android", tdesktop: "Desktop" } as const;
/** Of the mini apps' protocol: before 6.1 there are neither invoices nor a back button, before 8.0 no safe areas. */
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

export const newPerson = (): MessagingUser => {
  const id = 7_200_000_000 + Math.floor(Math.random() * 799_999_999);
  return { id, first_name: `New ${String(id).slice(-4)}` };
};

export const readSetup = (query: URLSearchParams, people: readonly MessagingUser[]): Setup => ({
  user: userOf(query.get("user"), people),
  start: query.get("start") ?? "",
  theme: query.get("theme") === "light" ? "light" : "dark",
  platform: keyIn(platforms, query.get("platform")) ?? "weba",
  version: versions.find((version) => version === query.get("version")) ?? versions[0],
});

export const writeSetup = ({ user, ...rest }: Setup, people: readonly MessagingUser[]): Record<string, string> => ({
  ...rest,
  user: people.includes(user) ? String(user.id) : `${user.id}:${user.first_name}`,
});

const userOf = (text: string | null, people: readonly MessagingUser[]): MessagingUser => {
  const [id, ...name] = (text ?? "").split(":");
  const known = people.find((person) => String(person.id) === id);
  if (known || !id || !/^\d{1,15}$/.test(id)) return known ?? people[0]!;
  return { id: Number(id), first_name: name.join(":") || "Unknown user" };
};

const keyIn = <K extends string>(record: Readonly<Record<K, string>>, key: string | null): K | undefined =>
  key !== null && Object.hasOwn(record, key) ? (key as K) : undefined;
