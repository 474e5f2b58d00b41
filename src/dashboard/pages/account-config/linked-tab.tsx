import { GitHubCard } from "./github/github-card.tsx";
import { SolanaCard } from "./solana/solana-card.tsx";
import { WalletsCard } from "./wallets/wallets-card.tsx";

/** What else is known to be the same person: each part is a card of its own. */
export const LinkedTab = () => (
  <div className="fh-stack">
    <WalletsCard />
    <GitHubCard />
    <SolanaCard />
  </div>
);
