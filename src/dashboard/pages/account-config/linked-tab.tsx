import { GitHubCard } from "./github/github-card.tsx";
import { SolanaCard } from "./solana/solana-card.tsx";
import { WalletsCard } from "./wallets/wallets-card.tsx";

/** Linked accounts: one card for each kind. */
export const LinkedTab = () => (
  <div className="fh-stack">
    <WalletsCard />
    <GitHubCard />
    <SolanaCard />
  </div>
);
